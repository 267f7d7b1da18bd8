// Why a network or wallet rejected a transaction. A contract's message is quoted; the original error is under "Details".

import type { SendFault } from '../contract';
import { t } from '../i18n/later';

export const Fault = ({ fault: { cause, reason }, native }: { fault: SendFault; native: string }) => (
  <p data-testid="wm-send-fault">
    {t(`fault.${cause}`, { native })}
    {reason && <bdi> “{reason}”</bdi>}
  </p>
);
