// What a wallet added to a request and is allowed to: a higher network fee, checks that can only stop the transaction, and amounts to
// addresses that might be its own.

import type { Added as AddedOf } from '../../contract';
import { t } from '../../i18n/later';
import { Fact } from './fact';

/** The additions as text. Missing ones are omitted. */
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
