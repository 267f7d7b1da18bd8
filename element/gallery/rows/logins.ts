// Rows of the gallery: the embedded wallet: logins and approvals.

import * as picture from '../pictures';
import { NOW, byMail, failure, logins } from './known';
import type { Groups } from '../row';

export const loginsRows = {
  EmailLogin: {
    rows: [
      ['empty'],
      ['sending', { embedded: { phase: 'sending', email: 'ada@example.org' } }],
      ['failed', { embedded: { error: failure(-32603, 'Something went wrong') } }],
    ],
  },
  EmailVerifyOtp: {
    slices: { embedded: { phase: 'code', email: 'ada@example.org', resendAt: NOW + 20_000 } },
    rows: [
      ['code'],
      ['checking', { embedded: { phase: 'checking' } }],
      ['wrong', { embedded: { error: failure(-32603, "That code isn't right") } }],
    ],
  },
  EmailVerifyDevice: {
    slices: { embedded: { phase: 'device', email: 'ada@example.org', resendAt: NOW + 20_000 } },
    rows: [['link']],
  },
  ConnectSocials: { slices: { connect: { logins } }, rows: [['seven']] },
  ConnectingSocial: {
    slices: { connect: { logins }, embedded: { provider: 'google', social: 'waiting' } },
    rows: [
      ['waiting'],
      ['preparing', { embedded: { social: 'preparing' } }],
      ['blocked', { embedded: { social: 'blocked' } }],
      ['closed', { embedded: { social: 'closed' } }],
      ['reading', { embedded: { social: 'reading' } }],
      ['connected', { embedded: { social: 'reading' }, router: { done: true } }],
      [
        'failed',
        {
          embedded: {
            social: 'failed',
            provider: 'github',
            socialError: {
              ...failure(-32603, 'access_denied'),
              message: 'Failed to initiate social connection',
            },
          },
        },
      ],
    ],
  },
  ConnectingFarcaster: {
    slices: {
      connect: { logins },
      embedded: {
        provider: 'farcaster',
        social: 'waiting',
        url: 'https://farcaster.test/connect?token=1',
        qr: picture.code(33),
      },
    },
    rows: [
      ['code'],
      ['preparing', { embedded: { social: 'preparing', url: null, qr: null } }],
      ['reading', { embedded: { social: 'reading' } }],
      ['connected', { router: { done: true } }],
      [
        'failed',
        {
          embedded: {
            social: 'failed',
            socialError: { ...failure(-32603, 'no answer'), message: 'Failed to connect to farcaster' },
          },
        },
      ],
    ],
  },
  Create: {
    slices: { connect: { logins } },
    rows: [
      ['logins'],
      ['email only', { connect: { logins: { ...logins, socials: [] } } }],
      ['refused', { connect: { logins: { ...logins, refused: true } } }],
    ],
  },
  UpdateEmailWallet: {
    slices: { embedded: { login: byMail } },
    rows: [
      ['field'],
      ['sending', { embedded: { update: 'sending' } }],
      ['failed', { embedded: { error: { ...failure(-32603, ''), message: 'Something went wrong' } } }],
    ],
  },
  UpdateEmailPrimaryOtp: {
    slices: { embedded: { login: byMail, update: 'code', newEmail: 'ada.lovelace@example.org' } },
    rows: [
      ['code'],
      ['checking', { embedded: { update: 'checking' } }],
      ['wrong', { embedded: { error: failure(-32603, '') } }],
    ],
  },
  UpdateEmailSecondaryOtp: {
    slices: { embedded: { login: byMail, update: 'code', newEmail: 'ada.lovelace@example.org' } },
    rows: [['code'], ['wrong', { embedded: { error: failure(-32603, '') } }]],
  },
  UpgradeEmailWallet: { slices: { connect: { logins } }, rows: [['what it means']] },
  ApproveTransaction: {
    left: 'none',
    rows: [['on its way'], ['in a foreign frame', {}, { framed: true }]],
  },
} satisfies Groups;
