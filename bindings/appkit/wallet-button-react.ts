// `wallet-modal/appkit/wallet-button/react`: `@reown/appkit-wallet-button/react`.

import {
  createElement,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { AppKit, follow } from './kit';
import type { ChainNamespace, WalletButtonAttributes } from './types';
import { createAppKitWalletButton, type ParsedCaipAddress, type Wallet } from './wallet-button';

export * from './wallet-button';

export function AppKitWalletButton({
  className,
  ...props
}: WalletButtonAttributes & { className?: string }): ReactNode {
  return createElement('appkit-wallet-button', { ...props, ...(className && { class: className }) });
}

interface CallState<T> {
  data: T | undefined;
  error: Error | undefined;
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
}
interface Callbacks<T> {
  onSuccess?(data: T): void;
  onError?(error: Error): void;
}

/** One call at a time: returns the state of the last one. */
function useAsked<T>(
  told: Callbacks<T> | undefined,
): [CallState<T>, (ask: () => Promise<T>) => Promise<void>] {
  const [now, set] = useState<{ data?: T; error?: Error; isPending: boolean }>({ isPending: false });
  const last = useRef(told);
  useEffect(() => {
    last.current = told;
  });
  const round = useRef(0);
  const ask = useCallback(async (question: () => Promise<T>) => {
    const mine = ++round.current;
    const isLast = () => mine == round.current;
    set({ isPending: true });
    try {
      const data = await question();
      if (!isLast()) return;
      set({ isPending: false, data });
      last.current?.onSuccess?.(data);
    } catch (error) {
      if (!isLast()) return;
      set({ isPending: false, error: error as Error });
      last.current?.onError?.(error as Error);
    }
  }, []);
  const { data, error, isPending } = now;
  return [{ data, error, isPending, isError: !!error, isSuccess: !!data }, ask];
}

export function useAppKitWallet(
  parameters?: { namespace?: ChainNamespace } & Callbacks<ParsedCaipAddress>,
): CallState<ParsedCaipAddress> & { isReady: boolean | undefined; connect(wallet: Wallet): Promise<void> } {
  const namespace = parameters?.namespace;
  const [asked, ask] = useAsked(parameters);
  const isReady = useSyncExternalStore(
    follow,
    () => !!AppKit.instance?.handle,
    () => false,
  );
  const connect = useCallback(
    (wallet: Wallet) => ask(() => createAppKitWalletButton(namespace ? { namespace } : {}).connect(wallet)),
    [ask, namespace],
  );
  return { ...asked, isReady, connect };
}

export function useAppKitUpdateEmail(
  parameters?: Callbacks<{ email: string }>,
): CallState<{ email: string }> & { updateEmail(): Promise<void> } {
  const [asked, ask] = useAsked(parameters);
  const updateEmail = useCallback(() => ask(() => createAppKitWalletButton().updateEmail()), [ask]);
  return { ...asked, updateEmail };
}

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how types of elements are added to React's
  namespace JSX {
    interface IntrinsicElements {
      'appkit-wallet-button': WalletButtonAttributes & { className?: string };
    }
  }
}
