// For pages that had several connectors: finds a connector by its position or ID (asked.ts). For `ssr: true`: until wagmi has reconnected,
// its stored connections have connectors that are only names. A page's request then fails with "getChainId is not a function"
// (wevm/wagmi#4150). This file replaces them with the complete connector, which waits for the engine.

import { answerConnectors } from './asked';

/** The members of wagmi's config that this file uses. */
interface ConfigLike {
  readonly connectors: readonly { readonly id: string; readonly type: string }[];
  readonly state: { connections: Map<string, unknown> };
  setState(value: never): void;
  subscribe(selector: (state: never) => unknown, listener: (value: never) => void): () => void;
}

interface ConnectionLike {
  connector: { id: string; type: string; getAccounts?: unknown };
}

/** The type of a config with a connector at each position. wagmi's own type is a tuple of the listed connectors. */
export type Whole<C extends object> = C extends { readonly connectors: readonly (infer One)[] }
  ? number extends C['connectors']['length']
    ? C
    : Omit<C, 'connectors'> & { readonly connectors: readonly One[] }
  : C;

/** Completes the modal's connector in a config with `ssr: true`, and finds connectors by ID or position. Returns the same config. */
export function withSsr<C extends object>(config: C): Whole<C> {
  const of = config as unknown as ConfigLike;
  const mend = (): void => {
    const { connections } = of.state as { connections: Map<string, ConnectionLike> };
    const wholeOf = ({ connector }: ConnectionLike) =>
      connector.getAccounts
        ? undefined
        : // under whichever of its ids it was stored
          connector.type == 'walletModal'
          ? of.connectors.find(({ type }) => type == 'walletModal')
          : undefined;
    if (![...connections.values()].some(wholeOf)) return;
    const completed = [...connections].map(([key, one]): [string, unknown] => [
      key,
      { ...one, connector: wholeOf(one) ?? one.connector },
    ]);
    of.setState(((state: object) => ({ ...state, connections: new Map(completed) })) as never);
  };
  answerConnectors(config);
  of.subscribe((state) => (state as ConfigLike['state']).connections, mend);
  mend();
  return config as unknown as Whole<C>;
}
