// The frame around every view: header, alert bar, the body with its transitions, toast, the sheet's handle (docs/spec/views.md section
// 1).

import { useEffect, useLayoutEffect, useState, type ComponentType } from 'react';
import type { RouterSlice, View } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { knownText, t } from '../../i18n/t';
import { ignore } from '../../page';
import { isReachable } from '../../reach';
import { IconButton } from '../../ui/button';
import { Header } from '../../ui/header';
import { Sprite } from '../../ui/icon';
import { leadsToAccount, titleOf } from '..';
import { Body } from './body';
import { Handle } from './handle';
import { Frozen } from './held';
import { LeftSlot } from './left-slot';
import { useContent } from './use-content';
import { useLingering } from './use-lingering';
import { useRefusal } from './use-refusal';

interface Props {
  card: HTMLElement;
  painted(): void;
}

type Journey = Record<'amount' | 'symbol' | 'phase', string> & {
  ended?: unknown;
  preview?: { isPayment?: boolean } | null;
};

/** Views whose title depends on their progress, and the slice that has it. */
const journeys: Partial<Record<View, 'send' | 'swap' | 'pay' | 'onramp'>> = {
  SendPreview: 'send',
  SwapPreview: 'swap',
  Pay: 'pay',
  PayLoading: 'pay',
  BuyInProgress: 'onramp',
};

/** Some views have their subject as the title. */
function useTitle({ view, wallet }: RouterSlice): string {
  const { target } = useSlice('networks');
  const { download } = useSlice('directory');
  const pairing = useSlice('pairing');
  const { provider, approvals } = useSlice('embedded');
  // The slice has the phase and the subject of the journey.
  const money = useSlice(journeys[view] ?? 'send') as unknown as Journey;
  const { ended, preview, phase } = money;
  // Only existing fields of the slice are read, because the page might have defined others on Object.prototype.
  const sum = journeys[view] == 'pay' ? { amount: money.amount, symbol: money.symbol } : undefined;
  const at = ended && !preview ? 'done' : phase == 'review' && preview?.isPayment ? 'payment' : phase;
  const names: Partial<Record<View, string | null>> = {
    ApproveTransaction: approvals > 1 ? t('title.approve.of', { n: `${approvals}` }) : null,
    ConnectingExternal: wallet?.name,
    ConnectingSocial: knownText(`provider.${provider}`),
    ConnectingWalletConnect: pairing.wallet?.name,
    SwitchNetwork: target?.name,
    Downloads: download && t('title.download', { wallet: download.wallet.name }),
  };
  return names[view] ?? (journeys[view] && knownText(`title.${view}.${at}`, sum)) ?? t(titleOf(view));
}

function Head({ router, onClose }: { router: RouterSlice; onClose(): void }) {
  const dispatch = useDispatch();
  const { required, phase } = useSlice('signIn');
  return (
    <Header
      title={useTitle(router)}
      closeLabel={t('close')}
      onClose={onClose}
      closeOff={router.view == 'SIWXSignMessage' && required && phase != 'none'}
      left={<LeftSlot router={router} />}
      right={
        router.view == 'Account' && (
          <IconButton
            icon="gear"
            label={t('title.settings')}
            testId="account-settings-button"
            onClick={() => dispatch({ type: 'router.push', view: 'AccountSettings' })}
          />
        )
      }
    />
  );
}

/**
 * After a close, the views stay until the dialog has faded. If the next opening starts with the list, it is rendered then, in the closed
 * dialog, so that opening only has to show it. Until then it is invisible, takes no focus, measures nothing and loads nothing.
 */
export function Shell({ card, painted }: Props) {
  const now = useSlice('router');
  const router = useLingering(now);
  const { rows } = useSlice('connect');
  // An empty list waits before it says so, and that wait starts with the opening.
  const { count, isAhead } = useOpening(now, !router && now.view == 'Connect' && rows.length > 0);
  const isGoing = !!router && !now.open;
  // The dialog opens before the engine has set the opening's first view, so its content is invisible until then.
  useLayoutEffect(() => {
    card.classList.toggle('going', isGoing);
    return () => card.classList.remove('going');
  }, [card, isGoing]);
  if (!router && !isAhead) return null;
  return <Frame key={count} card={card} painted={painted} router={router ?? now} isAhead={isAhead} />;
}

/**
 * Counts the openings: each starts at its first view, also during the fade of the last one. A list rendered in advance already belongs to
 * the next opening, unless that starts with another view. The first opening has none.
 */
function useOpening({ open, view }: RouterSlice, mayBeAhead: boolean) {
  const [last, setLast] = useState({ open: false, isAhead: false, count: 0 });
  const isAhead = mayBeAhead && last.count > 0;
  if (last.open == open && last.isAhead == isAhead) return last;
  const isMade = last.isAhead && view == 'Connect';
  const begins = isAhead || (open && !last.open && !isMade);
  const next = { open, isAhead, count: last.count + +begins };
  setLast(next);
  return next;
}

type Ahead = Record<'Alerts' | 'Offline' | 'Toasts', ComponentType>;
/** Loaded parts stay, because a card that opens again might have no connection. */
let ahead: Ahead | undefined;

function Frame({ card, painted, router, isAhead }: Props & { router: RouterSlice; isAhead: boolean }) {
  const dispatch = useDispatch();
  const close = () => dispatch({ type: 'router.close', reason: 'user' });
  // The dialog might be on screen for a frame before the opening's first view is known.
  useLayoutEffect(() => void card.classList.toggle('ahead', isAhead), [card, isAhead]);
  useRefusal(card, router.refusals);
  const content = useContent(router.view);
  const [later, setLater] = useState(ahead);
  const keep = (module: Ahead) => setLater((ahead = module));
  const [idle, setIdle] = useState(false);
  const { rows } = useSlice('connect');
  // A browser wallet gets its request within the click's task, so its code is loaded before. WalletConnect takes longer anyway.
  const wantsParts = idle && (leadsToAccount(router.view) || rows.some(({ tag }) => tag != 'qrcode'));
  useEffect(() => {
    if (wantsParts) dispatch({ type: 'router.ahead' }).catch(ignore);
  }, [wantsParts, dispatch]);
  // Once a view stands still: after the files that it needs itself, and before the connection is lost.
  const onIdle = () => {
    setIdle(true);
    void (async () => {
      if (!(await isReachable())) return;
      const module = await import('./ahead');
      keep(module);
      const overlay = card.parentElement?.querySelector('.overlay');
      if (overlay) module.blur(overlay);
    })().catch(ignore);
  };

  // A toast doesn't wait for that.
  const { toast } = useSlice('toast');
  const { visible } = useSlice('alerts');
  const says = toast || visible[0];
  useEffect(() => {
    if (says && !later) import('./ahead').then(keep, ignore);
  }, [says, later]);

  // A page's CSS zoom also applies to the modal, and no style resets it. The dialog is above the page and not part of it.
  useLayoutEffect(() => {
    const box = card.closest('dialog');
    const zoom = box?.currentCSSZoom ?? 1;
    if (zoom != 1) box!.style.zoom = `${(+box!.style.zoom || 1) / zoom}`;
  }, [card, router]);

  // Not in React, because the card or dialog itself might have the focus. Back from the first view closes the modal and never leaves the
  // page. An embedded card has nothing to close.
  useEffect(() => {
    const place = card.parentElement!;
    const onKey = (event: KeyboardEvent) => {
      const isLast = router.left != 'back' && card.role == 'region';
      if (!event.altKey || event.key != 'ArrowLeft' || isLast) return;
      event.preventDefault();
      if (router.view == 'SIWXSignMessage') close();
      else dispatch({ type: 'router.back' });
    };
    place.addEventListener('keydown', onKey);
    return () => place.removeEventListener('keydown', onKey);
  });

  // The entry's own card stays until something replaces it.
  if (!content.Content && !content.failed && card.querySelector('.first')) return null;
  return (
    <>
      <Sprite />
      <Handle card={card} onClose={close} />
      <Frozen>
        <Head router={router} onClose={close} />
      </Frozen>
      {later && !isAhead && (
        <>
          <later.Alerts />
          <later.Offline />
        </>
      )}
      <Body
        router={router}
        content={content}
        card={card}
        isAhead={isAhead}
        painted={painted}
        onIdle={onIdle}
      />
      {later && !isAhead && <later.Toasts />}
    </>
  );
}
