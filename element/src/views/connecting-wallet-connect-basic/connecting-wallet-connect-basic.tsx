// ConnectingWalletConnectBasic: the code and its link for whatever wallet there is (docs/spec/views.md section 4; requirement 1.2).

import { useEffect } from 'react';
import { useDispatch, useSlice } from '../../engine/hooks';
import { Agreed } from '../agreed';
import { Pairing } from '../connecting-wallet-connect/pairing';

export const ConnectingWalletConnectBasic = () => (
  <Agreed hidden>
    <Basic />
  </Agreed>
);

function Basic() {
  const pairing = useSlice('pairing');
  const dispatch = useDispatch();
  const { phase } = pairing;
  // Who was led here by a button, not by the choice of a wallet, has chosen any wallet.
  useEffect(() => {
    if (phase == 'idle') dispatch({ type: 'connect.select', id: 'walletConnect' });
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once: what comes of it stays
  return <Pairing basic pairing={pairing} />;
}
