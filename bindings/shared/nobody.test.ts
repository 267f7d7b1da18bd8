// A server and the first frame return the same as the modal before its engine; otherwise hydration would mismatch.
import { expect, test } from 'vitest';
import { noAccount, noNetworks as modalsNetworks } from '../../element/src/handle/initial';
import { initialState } from '../../element/src/page';
import { beforeStart, nobody, noNetworks } from './nobody';

test('equals the modal’s state before its engine @10.29', () => {
  expect(nobody('solana')).toEqual(noAccount('solana'));
  expect(noNetworks).toEqual(modalsNetworks);
  expect(beforeStart).toEqual(initialState);
});
