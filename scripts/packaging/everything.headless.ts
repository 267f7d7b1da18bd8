// The same of `wallet-modal/headless`.
import { createEngine, type Engine } from 'wallet-modal/headless';

const engine: Engine = createEngine({ networks: [{ id: 1 }] });
engine.addEventListener('wallet-connect', ({ detail }) => void detail.address);
// @ts-expect-error there is no view to open
void engine.open;
export const balance = engine.getBalance('eip155');
