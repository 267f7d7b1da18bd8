// Names of payment methods by the services' ids. An unknown one keeps the service's name.

import { t, type LaterKey } from '../../i18n/later';

const names: Record<string, LaterKey> = {
  card: 'onramp.method.card',
  ach_bank_account: 'onramp.method.ach',
  sepa_bank_account: 'onramp.method.sepa',
};

export const methodName = (id: string): string =>
  Object.hasOwn(names, id) ? t(names[id]!) : id.replaceAll('_', ' ');
