// English: the texts of the views that load after the wallet list, one file per subject. They are one chunk (scripts/rollup/steps.mjs).

import { logins } from '../logins';
import { toasts } from '../toasts.gen';
import { account } from './account';
import { activity } from './activity';
import { buy } from './buy';
import { embedded } from './embedded';
import { money } from './money';
import { networks } from './networks';
import { pay } from './pay';
import { permissions } from './permissions';
import { review } from './review';
import { send } from './send';
import { signIn } from './sign-in';
import { swap } from './swap';
import { wallets } from './wallets';

export const later = {
  ...toasts,
  ...logins,
  ...account,
  ...activity,
  ...permissions,
  ...wallets,
  ...networks,
  ...send,
  ...money,
  ...pay,
  ...swap,
  ...buy,
  ...embedded,
  ...signIn,
  ...review,
};
