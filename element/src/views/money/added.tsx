// What a wallet has added to what it was asked for, and may: more of the network's fee, checks that can do nothing but stop it, and what goes
// to addresses that may be its own.

import type { Added as AddedOf } from '../../contract';
import { t } from '../../i18n/later';
import { Fact } from './fact';

/** In words; what is not there is not said. */
const words = ({ fee, guards, others = [] }: AddedOf): string =>
  [
    fee && t('added.fee', { fee }),
    guards && t('added.guards'),
    ...others.map(({ to, amount }) =>
      to ? t('added.other', { amount, to }) : t('added.others', { amount }),
    ),
  ]
    .filter(Boolean)
    .join(' ');

interface Props {
  of: AddedOf | null | undefined;
  testId: string;
}

export const AddedFact = ({ of, testId }: Props) =>
  of && (
    <Fact label={t('added')} testId={testId}>
      {words(of)}
    </Fact>
  );

export const AddedLine = ({ of, testId }: Props) =>
  of && (
    <p className="small" data-testid={testId}>
      {t('added')}: {words(of)}
    </p>
  );
