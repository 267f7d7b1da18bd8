// What a wallet has added to what it was asked for, and may: more of the network's fee, checks that can do nothing but stop it.

import type { Added as AddedOf } from '../../contract';
import { t } from '../../i18n/later';
import { Fact } from './fact';

/** In words; what is not there is not said. */
const Words = ({ of }: { of: AddedOf }) => (
  <>
    {of.fee && <span>{t('added.fee', { fee: of.fee })}</span>}
    {of.fee && of.guards && ' '}
    {of.guards && <span>{t('added.guards')}</span>}
  </>
);

interface Props {
  of: AddedOf | null | undefined;
  testId: string;
}

export const AddedFact = ({ of, testId }: Props) =>
  of && (
    <Fact label={t('added')} testId={testId}>
      <Words of={of} />
    </Fact>
  );

export const AddedLine = ({ of, testId }: Props) =>
  of && (
    <p className="small" data-testid={testId}>
      {t('added')}: <Words of={of} />
    </p>
  );
