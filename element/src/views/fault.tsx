// Why a network or wallet did not take a transaction, in words; a contract is quoted. What it said literally is under "Details".

import type { SendFault } from '../contract';
import { t } from '../i18n/later';

export const Fault = ({ fault: { cause, reason }, native }: { fault: SendFault; native: string }) => (
  <p data-testid="wm-send-fault">
    {t(`fault.${cause}`, { native })}
    {reason && <bdi> “{reason}”</bdi>}
  </p>
);
