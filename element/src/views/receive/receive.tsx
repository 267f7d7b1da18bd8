// Receive (docs/spec/views.md section 6): the account's address as a QR code and in full, and the networks on which it is valid.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';
import { QrCode } from '../../ui/qr-code';
import qrSheet from '../../ui/qr-code.css';
import { Copied } from '../copied';
import { useCopy } from '../use-copy';
import { useSheet } from '../use-sheet';
import { ConfirmAddress } from './confirm-address';
import css from './receive.css';

/** icons of networks, in the row that opens the full list */
const pictures_max = 5;

export function Receive() {
  const { address, qr, networks, only, generic } = useSlice('receive');
  const account = useSlice('account');
  const { name, label, short, network } = account;
  // The QR code checks its color again when the page's colors change.
  useSlice('theme');
  const dispatch = useDispatch();
  const [copied, copy] = useCopy();
  const sheet = useSheet<HTMLElement>(lists, qrSheet, css);
  if (account.address && account.confirmation != 'confirmed')
    return (
      <section className="receive" ref={sheet}>
        <ConfirmAddress account={account} />
      </section>
    );
  if (!address) return <section ref={sheet} />;
  const active = networks[0] ?? network;
  return (
    <section className="receive" ref={sheet}>
      <p className="receive-who">{label ?? name ?? short}</p>
      <QrCode
        qr={qr}
        label={t('receive.qr')}
        enlargeLabel={t('qr.enlarge')}
        closeLabel={t('close')}
        logo={active.icon}
        uri={address}
      />
      <Groups address={address} testId="wm-receive-address" />
      <Button
        kind="primary"
        testId="receive-address-copy-button"
        onClick={() => void copy(address)}
        data-first=""
      >
        <Copied done={!!copied} label="receive.copy" />
      </Button>
      <button
        type="button"
        className="receive-networks"
        data-testid="link-receive-funds"
        onClick={() => dispatch({ type: 'router.push', view: 'CompatibleNetworks' })}
      >
        <span className="receive-pictures" aria-hidden="true">
          {networks.slice(0, pictures_max).map(({ caipNetworkId, icon }) =>
            icon ? (
              <img key={caipNetworkId} src={icon} alt="" />
            ) : (
              <span key={caipNetworkId}>
                <Icon name="globe" />
              </span>
            ),
          )}
        </span>
        <span className="receive-note">
          {only || networks.length == 1
            ? t('receive.only', { network: active.name })
            : t('receive.networks', { count: String(networks.length) })}
        </span>
        <Icon name="chevron" mirrored />
      </button>
      {generic && <Details label={t('details')}>{t('receive.generic', { address: generic })}</Details>}
    </section>
  );
}
