// A page of AppKit with its button for one wallet, and a sign-in by its classes.
import { createAppKit } from 'wallet-modal/appkit';
import type { AppKitNetwork } from 'wallet-modal/appkit/networks';
import { DefaultSIWX } from 'wallet-modal/appkit/siwx';
import { createAppKitWalletButton } from 'wallet-modal/appkit/wallet-button';

const { networks, services } = (await (await fetch('/demo-config.json')).json()) as {
  networks: AppKitNetwork[];
  services: object;
};
const modal = createAppKit({
  networks,
  projectId: 'demo',
  remoteConfig: false,
  services,
  features: { email: false, socials: false },
  siwx: new DefaultSIWX(),
});
const client = createAppKitWalletButton({ namespace: 'eip155' });

const said = document.createElement('output');
said.dataset.testid = 'said';
const press = (label: string, ask: () => Promise<unknown>) => {
  const button = document.createElement('button');
  button.textContent = label;
  button.onclick = () =>
    void ask().then(
      (value) => (said.textContent = JSON.stringify(value)),
      (error: { code?: unknown }) => (said.textContent = `failed ${String(error.code)}`),
    );
  document.body.append(button);
};
document.body.append(
  Object.assign(document.createElement('appkit-wallet-button'), { wallet: 'metamask', namespace: 'eip155' }),
  said,
);
press('By name', () => client.connect('metamask'));
press('Other', () => client.connect('zerion'));
press('Leave', () => modal.disconnect());
