// Rows of the gallery: sending.

import { ADDRESS, OTHER, preview, row, snapshots, tokenDoubt } from '../../src/testing/snapshots';
import * as picture from '../pictures';
import { explorerUrl, failure, hash, list, toast } from './known';
import type { Groups } from '../row';

const ether = { ...snapshots().send, token: { ...snapshots().send.token!, image: picture.ether } };
const filled = {
  token: ether.token,
  sendTokenAmount: '0.25',
  worth: '$750.00',
  receiverAddress: OTHER,
  check: 'ready' as const,
  max: '1.233',
};
const review = {
  ...preview,
  to: { ...preview.to, name: 'ada.eth', image: picture.face },
  networkIcon: picture.demoChain,
  worth: '$750.00',
  image: picture.ether,
};
const lookalike = `${OTHER.slice(0, 6)}52e1B0a9C3d4f5061728394a5b6c7d8e${OTHER.slice(-4)}`;
const alike = {
  address: lookalike,
  known: OTHER,
  differs: Array.from({ length: 40 }, (_, at) => at).filter(
    (at) => OTHER[at + 2]!.toLowerCase() != lookalike[at + 2]!.toLowerCase(),
  ),
};

const refusedName = {
  ...filled,
  receiverAddress: '\u0430da.eth',
  nameCharacter: 'U+200D',
  check: 'invalid_address' as const,
};

export const sendRows = {
  Send: {
    slices: { send: ether },
    rows: [
      ['empty'],
      ['filled', { send: filled }],
      ['preparing', { send: { ...filled, phase: 'preparing' } }],
      [
        'memo that the network does not carry',
        {
          send: {
            ...filled,
            memo: 'deposit 104227',
            error: {
              ...failure(-32602, ''),
              message: "Transfers on this network can't include a memo",
              details: null,
            },
          },
        },
      ],
      ['known receiver', { send: { ...filled, receiverProfileName: 'Grace' } }],
      ['no token', { send: { token: null, check: 'select_token' } }],
      [
        'not enough',
        {
          send: {
            ...filled,
            sendTokenAmount: '99',
            amountError: 'insufficient',
            check: 'insufficient_funds',
          },
        },
      ],
      [
        'not enough for the fee',
        {
          send: {
            ...filled,
            sendTokenAmount: '1.234',
            amountError: 'insufficient_fee',
            check: 'insufficient_funds',
          },
        },
      ],
      [
        'too many decimals',
        {
          send: {
            ...filled,
            sendTokenAmount: '0.1234567890123456789',
            amountError: 'too_many_decimals',
            check: 'invalid_amount',
          },
        },
      ],
      [
        'invalid address',
        {
          send: { ...filled, receiverAddress: '0x1234', receiverError: 'invalid', check: 'invalid_address' },
        },
      ],
      ['mistyped address', { send: { ...filled, receiverError: 'checksum', check: 'invalid_address' } }],
      ['own address', { send: { ...filled, receiverAddress: ADDRESS, notice: 'own_address' } }],
      ['token contract', { send: { ...filled, notice: 'token_contract' } }],
      [
        'a token that the network calls differently',
        { send: { ...filled, doubt: { ...tokenDoubt, units: null } } },
      ],
      ['token refused', { send: { ...filled, tokenError: 'decimals', check: 'token_refused' } }],
      [
        'token with an issuer',
        {
          send: {
            ...filled,
            rules: ['takes_back', 'pausable', 'starts_frozen', 'confidential'],
          },
        },
      ],
      [
        'name looked up',
        { send: { ...filled, receiverAddress: 'ada.eth', lookingUp: true, check: 'looking_up' } },
      ],
      ['name found', { send: { ...filled, receiverAddress: 'ada.eth', resolved: OTHER, firstTime: 'ever' } }],
      [
        'name with an Ethereum address only',
        { send: { ...filled, receiverAddress: 'ada.eth', resolved: OTHER, ofEthereum: true } },
      ],
      [
        'name of a contract on Ethereum',
        {
          send: {
            ...filled,
            receiverAddress: 'ada.eth',
            receiverError: 'name_of_contract',
            check: 'invalid_address',
          },
        },
      ],
      [
        'name without a node of Ethereum',
        {
          send: {
            ...filled,
            receiverAddress: 'ada.eth',
            receiverError: 'name_without_node',
            check: 'invalid_address',
          },
        },
      ],
      ['name with a hidden character', { send: { ...refusedName, receiverError: 'name_character' } }],
      ['name of two alphabets', { send: { ...refusedName, receiverError: 'name_mixed' } }],
      ['name that looks like another', { send: { ...refusedName, receiverError: 'name_alike' } }],
      ['name with a misplaced character', { send: { ...refusedName, receiverError: 'name_place' } }],
      [
        'name not found',
        {
          send: {
            ...filled,
            receiverAddress: 'ada.eth',
            receiverError: 'name_not_found',
            check: 'invalid_address',
          },
        },
      ],
      [
        'name not looked up',
        {
          send: {
            ...filled,
            receiverAddress: 'ada.eth',
            receiverError: 'name_failed',
            check: 'invalid_address',
          },
        },
      ],
      ['look-alike', { send: { ...filled, receiverAddress: lookalike, alike } }],
      ['first time', { send: { ...filled, firstTime: 'ever' } }],
      ['not in the recent activity', { send: { ...filled, firstTime: 'lately' } }],
      ['not from this browser', { send: { ...filled, firstTime: 'here' } }],
      [
        'dollars',
        {
          send: {
            ...filled,
            sendTokenAmount: '0.003333333333333333',
            unit: 'dollars',
            nextUnit: 'token',
            typed: '10',
            sends: '0.003333333333333333 ETH',
            worth: null,
          },
        },
      ],
      [
        'sats',
        {
          send: {
            ...filled,
            token: {
              ...filled.token!,
              symbol: 'BTC',
              balance: '0.99995223',
              decimals: 8,
              image: picture.bitcoin,
            },
            sendTokenAmount: '0.00012345',
            unit: 'sats',
            nextUnit: 'dollars',
            typed: '12345',
            sends: '0.00012345 BTC',
            worth: '$12.35',
          },
        },
      ],
      ['fee not known', { send: { ...filled, max: null, maxPhase: 'failed' } }],
    ],
  },
  SendSelectToken: {
    slices: {
      send: { ...ether, tokens: list.map((one) => ({ ...one, testId: `wm-send-${one.id}` })) },
    },
    rows: [
      ['tokens'],
      ['more than are drawn', { send: { more: '54' } }],
      ['loading', { send: { tokensPhase: 'loading', tokens: [] } }],
      ['empty', { send: { tokens: [] } }],
      ['nothing found', { send: { search: 'zzz', tokens: [] } }],
      ['failed', { send: { tokensPhase: 'failed', tokens: [] } }],
    ],
  },
  SendPreview: {
    slices: { send: { ...filled, phase: 'review', preview: review } },
    rows: [
      ['review'],
      ['in a foreign frame', {}, { framed: true }],
      [
        'token',
        {
          send: {
            preview: {
              ...review,
              symbol: 'DUSD',
              image: picture.dollar,
              total: null,
              token: OTHER,
            },
          },
        },
      ],
      ['fee loading', { send: { preview: { ...review, fee: null, feePhase: 'loading', total: null } } }],
      ['fee of wallet', { send: { preview: { ...review, fee: null, feePhase: 'ready', total: null } } }],
      ['fee failed', { send: { preview: { ...review, fee: null, feePhase: 'failed', total: null } } }],
      [
        'what moves',
        {
          send: {
            preview: {
              ...review,
              changes: [
                { text: '-0.25 ETH', token: null, incoming: false },
                { text: '+12.5 DUSD', token: null, incoming: true },
              ],
            },
          },
        },
      ],
      [
        'more would move',
        {
          send: {
            preview: {
              ...review,
              exceeded: true,
              changes: [
                { text: '-0.25 ETH', token: null, incoming: false },
                { text: null, token: ADDRESS, incoming: false },
              ],
            },
          },
        },
      ],
      ['a payment', { send: { preview: { ...review, isPayment: true, references: [ADDRESS] } } }],
      ['look-alike', { send: { preview: { ...review, to: { ...preview.to, address: lookalike }, alike } } }],
      [
        'look-alike compared',
        {
          send: { preview: { ...review, to: { ...preview.to, address: lookalike }, alike, compared: true } },
        },
      ],
      [
        'name through a gateway, its Ethereum address',
        {
          send: {
            preview: {
              ...review,
              to: { ...review.to, name: 'ada.eth' },
              ofEthereum: true,
              through: ['gateway.example'],
            },
          },
        },
      ],
      ['first time, a contract', { send: { preview: { ...review, place: 'contract', firstTime: 'ever' } } }],
      [
        'an account of a program is opened, the token keeps some',
        {
          send: {
            preview: {
              ...review,
              place: 'program',
              symbol: 'TOLL',
              total: null,
              opens: '0.00203928 SOL, $0.31',
              withheld: '0.0125 TOLL',
            },
          },
        },
      ],
      [
        'an issuer with powers counts by a rule, its fee changes',
        {
          send: {
            preview: {
              ...review,
              symbol: 'TOLL',
              total: null,
              withheld: '0.0125 TOLL',
              withheldLater: '0.025 TOLL',
              rules: ['takes_back', 'pausable', 'count_changes'],
              uncounted: '0.05 TOLL',
            },
          },
        },
      ],
      [
        'a token that the network calls differently',
        {
          send: {
            preview: {
              ...review,
              amount: '2,500,000',
              symbol: 'units',
              worth: null,
              total: null,
              doubt: tokenDoubt,
            },
          },
        },
      ],
      ['receiver without a name', { send: { preview: { ...review, to: preview.to } } }],
      ['the sender whole', {}, { press: ['[data-testid=wm-send-from]'] }],
      ['earlier without answer', { send: { unanswered: '0.25 ETH' } }],
      ['waiting', { send: { phase: 'waiting' } }],
      ['waiting, the wallet draws in the page', { send: { phase: 'waiting' } }, { beside: true }],
      [
        'confirming',
        { send: { phase: 'confirming', hash, explorerUrl }, toast: toast('', 'loading', 'toast.send_sent') },
      ],
      [
        'confirming where blocks are rare',
        {
          send: {
            phase: 'confirming',
            hash,
            explorerUrl,
            preview: {
              ...review,
              symbol: 'BTC',
              image: picture.bitcoin,
              networkName: 'Bitcoin',
              networkIcon: picture.bitcoin,
              from: {
                ...review.from,
                address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
                short: 'bc1q…v8f3t4',
              },
              to: {
                ...preview.to,
                address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
                short: 'bc1q…ccfmv3',
              },
              worth: '$16,250.00',
              // the wallet sets it
              fee: null,
              total: null,
              rareBlocks: true,
            },
          },
        },
      ],
      [
        'proposed',
        {
          account: { proposes: true, wallet: row('safe', 'Safe') },
          send: { phase: 'confirming', hash: null, proposed: true },
        },
      ],
      [
        'sent',
        {
          send: {
            phase: 'editing',
            preview: null,
            ended: { gave: '0.25 ETH', got: null, atLeast: false, to: review.to, explorerUrl },
          },
        },
      ],
      [
        'sent, the wallet added to it',
        {
          send: {
            phase: 'confirming',
            hash,
            explorerUrl,
            preview: { ...review, added: { fee: '0.0004 SOL, $0.06', guards: true } },
          },
        },
      ],
      [
        'sent, and something to other addresses',
        {
          send: {
            phase: 'confirming',
            hash,
            explorerUrl,
            preview: {
              ...review,
              added: {
                fee: null,
                guards: false,
                others: [
                  { to: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', amount: '0.3 BTC' },
                  { to: null, amount: '0.001 BTC' },
                ],
              },
            },
          },
        },
      ],
      ['not confirmed yet', { send: { phase: 'unknown', hash, explorerUrl } }],
      ['unanswered', { send: { phase: 'unknown' } }],
      ['differs', { send: { phase: 'differs', hash, explorerUrl } }],
      ['altered', { send: { phase: 'altered', hash, explorerUrl } }],
      ['its effect is unclear', { send: { phase: 'unread', hash, explorerUrl } }],
      [
        'failed',
        {
          send: {
            phase: 'failed',
            error: failure(-32000, 'insufficient funds for gas * price + value'),
            fault: { cause: 'funds', reason: null },
          },
        },
      ],
      [
        'reverted',
        {
          send: {
            phase: 'failed',
            hash,
            explorerUrl,
            error: failure(3, 'execution reverted: not allowed'),
            fault: { cause: 'reverted', reason: 'not allowed' },
          },
        },
      ],
      [
        'another request is open',
        {
          send: {
            phase: 'failed',
            error: failure(-32002, 'Request already pending'),
            fault: { cause: 'busy', reason: null },
          },
        },
      ],
      [
        'replaced',
        {
          send: {
            phase: 'failed',
            hash,
            explorerUrl,
            error: { ...failure(-32603, ''), message: 'Another transaction took its place', details: null },
            fault: { cause: 'replaced', reason: null },
          },
        },
      ],
    ],
  },
} satisfies Groups;
