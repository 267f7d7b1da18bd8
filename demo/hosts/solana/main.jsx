// A page with both libraries that pages of solana have: the wallet adapter's React context, and the hooks of @solana/react. Nothing here but
// `announceProvider` says to either that our modal is a wallet.
import { ConnectionProvider, useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { useSignMessage, useSignTransaction } from '@solana/react';
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { useConnect, useDisconnect, useWallets } from '@wallet-standard/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createWalletModal } from 'wallet-modal';

const { demo, solana } = globalThis;
const name = 'The shop';
globalThis.modal = createWalletModal({
  ...demo,
  networks: solana.networks,
  metadata: { name },
  announceProvider: true,
  reviewRequests: 'always',
});

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const message = new TextEncoder().encode('One tea');
/** A payment to oneself, as either library takes it. */
const payment = (address) => {
  const own = new PublicKey(address);
  return new Transaction({ feePayer: own, recentBlockhash: solana.blockhash }).add(
    SystemProgram.transfer({ fromPubkey: own, toPubkey: own, lamports: 1 }),
  );
};

/** A button that says below what came of it. */
function Try({ id, run }) {
  const [said, setSaid] = useState('');
  const press = () => {
    setSaid('');
    Promise.resolve(run()).then(
      (answer) => setSaid(answer ?? 'done'),
      (error) => setSaid(`${error.name}: ${error.message}`),
    );
  };
  return (
    <p>
      <button id={id} onClick={press}>
        {id}
      </button>
      <output id={`${id}-said`}>{said}</output>
    </p>
  );
}

function Adapter() {
  const { wallets, select, wallet, connect, connected, publicKey, signMessage, signTransaction, disconnect } =
    useWallet();
  return (
    <section>
      <p id="adapter-found">{wallets.map(({ adapter }) => adapter.name).join(', ')}</p>
      <p id="adapter">{connected ? publicKey.toBase58() : 'nobody'}</p>
      <p id="adapter-chosen">{wallet?.adapter.name}</p>
      <Try id="adapter-select" run={() => select(name)} />
      <Try id="adapter-connect" run={connect} />
      <Try id="adapter-message" run={async () => hex(await signMessage(message))} />
      <Try
        id="adapter-transaction"
        run={async () => hex((await signTransaction(payment(publicKey))).serialize())}
      />
      <Try id="adapter-leave" run={disconnect} />
    </section>
  );
}

function Hooks() {
  const wallets = useWallets();
  const ours = wallets.find((wallet) => wallet.name == name);
  return (
    <section>
      <p id="hooks-found">{wallets.map((wallet) => wallet.name).join(', ')}</p>
      <p id="hooks">{ours?.accounts[0]?.address ?? 'nobody'}</p>
      {ours && <Found wallet={ours} />}
      {ours?.accounts[0] && <Account account={ours.accounts[0]} />}
    </section>
  );
}

function Found({ wallet }) {
  const [, connect] = useConnect(wallet);
  const [, leave] = useDisconnect(wallet);
  return (
    <>
      <Try id="hooks-connect" run={async () => void (await connect())} />
      <Try id="hooks-leave" run={async () => void (await leave())} />
    </>
  );
}

function Account({ account }) {
  const signMessage = useSignMessage(account);
  const signTransaction = useSignTransaction(account, 'solana:localnet');
  const transaction = () =>
    new Uint8Array(payment(account.address).serialize({ requireAllSignatures: false }));
  return (
    <>
      <Try id="hooks-message" run={async () => hex((await signMessage({ message })).signature)} />
      <Try
        id="hooks-transaction"
        run={async () => hex((await signTransaction({ transaction: transaction() })).signedTransaction)}
      />
    </>
  );
}

createRoot(document.querySelector('#app')).render(
  <ConnectionProvider endpoint={solana.node}>
    <WalletProvider wallets={[]}>
      <Adapter />
    </WalletProvider>
    <Hooks />
  </ConnectionProvider>,
);
