// What a language must have, as types. A catalogue that lacks a key or drops a placeholder doesn't compile. An unknown key and a placeholder too
// many fail languages.test.ts.

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** All members of a union at the same time. */
type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (every: infer All) => void
  ? All
  : never;

type Translated<Text extends string> = [Placeholder<Text>] extends [never]
  ? string
  : Every<`${string}{${Placeholder<Text>}}${string}`>;

/** A catalogue in another language: the keys of the English one, each with its placeholders in any order. */
export type Texts<English extends Record<string, string>> = {
  readonly [Key in keyof English]: Translated<English[Key]>;
};

type English = typeof import('./en');

/** The folder of a language (its index.ts): a catalogue for each one of English. */
export type Language = { readonly [Catalogue in keyof English]: Texts<English[Catalogue]> };
