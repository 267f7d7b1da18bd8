// The recipient: the full address is always visible. Paste reads the clipboard within the click, and reports if it isn't allowed to
// (docs/spec/views.md section 6).

import { useState } from 'react';
import type { SendSlice } from '../../contract';
import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Avatar } from '../../ui/avatar';
import { Field } from '../../ui/field';
import { Groups } from '../../ui/groups';
import { useTyped } from '../use-typed';

interface Props {
  send: SendSlice;
  onType(value: string): void;
  /** looks up a name again that couldn't be looked up */
  onLookUp(): void;
}

export function AddressField({ send, onType, onLookUp }: Props) {
  const [address, typeRaw] = useTyped(send.receiverAddress, onType);
  const [pasted, setPasted] = useState<'done' | 'empty' | 'failed' | null>(null);
  const type = (value: string) => {
    setPasted(null);
    typeRaw(cleaned(value));
  };
  const paste = async () => {
    try {
      const text = (await navigator.clipboard.readText()).trim();
      if (text) type(text);
      setPasted(text ? 'done' : 'empty');
    } catch {
      setPasted('failed');
    }
  };
  const problem = pasted == 'failed' || pasted == 'empty' ? t(`send.paste.${pasted}`) : null;
  const invalid =
    send.receiverError && t(`send.address.${send.receiverError}`, { character: send.nameCharacter ?? '' });
  return (
    <Field
      id="wm-address"
      label={t('send.address')}
      error={invalid ?? problem}
      foot={<ResolvedAddress send={send} onLookUp={onLookUp} />}
      notice={send.notice && t(`send.notice.${send.notice}`)}
      end={
        <Button kind="pill" testId="wm-send-paste" aria-label={t('send.paste.label')} onClick={paste}>
          {t(pasted == 'done' ? 'send.paste.done' : 'send.paste')}
        </Button>
      }
    >
      <textarea
        id="wm-address"
        data-testid="wm-send-address"
        rows={1}
        value={address}
        placeholder={t('send.address.placeholder')}
        dir="ltr"
        maxLength={600}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-invalid={!!send.receiverError}
        aria-describedby="wm-address-message"
        onChange={(event) => type(event.target.value)}
      />
    </Field>
  );
}

/**
 * Removes spaces and hidden characters from a pasted address. A name (it has a dot) keeps them: some join emoji, and the engine rejects
 * others with a reason.
 */
const cleaned = (value: string) => (value.includes('.') ? value.trim() : value.replace(/[\s\p{C}]/gu, ''));

/** The address behind a name, which is announced to screen readers: a name never replaces its address. */
function ResolvedAddress({ send, onLookUp }: Pick<Props, 'send' | 'onLookUp'>) {
  const { lookingUp, resolved, ofEthereum, receiverError, receiverProfileName, alike, notice, firstTime } =
    send;
  const { network } = useSlice('account');
  const isNamed = !resolved && !receiverError && receiverProfileName;
  return (
    <div className="found" role="status">
      {lookingUp && (
        <span className="found-line" data-testid="wm-send-looking">
          <span className="spinner" />
          {t('send.name.looking')}
        </span>
      )}
      {receiverError == 'name_failed' && (
        <Button kind="pill" testId="wm-send-lookup" onClick={onLookUp}>
          {t('retry')}
        </Button>
      )}
      {resolved && <Groups address={resolved} testId="wm-send-resolved" />}
      {ofEthereum && (
        <span className="first-time" data-testid="wm-send-of-ethereum">
          {t('send.of_ethereum', { network: network.name })}
        </span>
      )}
      {isNamed && (
        <span className="profile" data-testid="wm-send-profile">
          <Avatar address={send.receiverAddress} image={send.receiverProfileImageUrl} />
          <bdi>{receiverProfileName}</bdi>
        </span>
      )}
      {firstTime && !alike && !notice && (
        <span className="first-time" data-testid="wm-send-first">
          {t(`send.first.${firstTime}`)}
        </span>
      )}
    </div>
  );
}
