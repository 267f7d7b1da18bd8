/**
 * The demo wallet's own menu, on the page because the wallet has no other place: actions that a user takes in a wallet without a request.
 * The page learns of them through the provider's events, as with any wallet.
 */
const part = (id) => document.getElementById(id);

export function showControls(wallet) {
  const panel = part('wallet-panel');
  if (!panel) return;
  panel.hidden = false;

  const draw = async () => {
    const [chains, active] = await Promise.all([wallet.chains(), wallet.chain()]);
    part('wallet-network').replaceChildren(
      ...chains.map(({ chainId, chainName }) => {
        const own = chainId === active.chainId;
        return new Option(chainName, chainId, own, own);
      }),
    );
    part('wallet-lock').textContent = wallet.locked ? 'Unlock' : 'Lock';
    part('wallet-lock').setAttribute('aria-pressed', String(wallet.locked));
    const [account] = wallet.accounts;
    part('wallet-grant').textContent = account ?? 'none';
    part('wallet-revoke').disabled = !account;
  };

  part('wallet-network').addEventListener('change', ({ target }) => wallet.setChain(target.value));
  part('wallet-lock').addEventListener('click', () => (wallet.locked ? wallet.unlock() : wallet.lock()));
  part('wallet-revoke').addEventListener('click', () => (wallet.accounts = []));
  wallet.onChange(() => draw().catch(console.error));
  draw().catch(console.error);
}
