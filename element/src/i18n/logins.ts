// t() for the ways to log in: their texts come with them (en/logins.ts).

import { logins } from './en/logins';
import { catalogue, knownText, look, type MessageKey } from './t';

Object.assign(catalogue, logins);

export const t: (key: MessageKey | keyof typeof logins, args?: Record<string, string>) => string = look;

/** What a provider is called; one we do not know by its own name. */
export const nameOf = (provider: string | null): string =>
  knownText(`provider.${provider}`) ?? provider ?? '';
