// A server and the first frame say what the modal itself says before its engine: else a page would hydrate with a mismatch.
import { expect, test } from 'vitest';
import { noAccount, noNetworks as modalsNetworks } from '../../element/src/handle/initial';
import { initialState } from '../../element/src/page';
import { beforeStart, nobody, noNetworks } from './nobody';

test('equals the modal’s state before its engine @10.29', () => {
  expect(nobody('solana')).toEqual(noAccount('solana'));
  expect(noNetworks).toEqual(modalsNetworks);
  expect(beforeStart).toEqual(initialState);
});
