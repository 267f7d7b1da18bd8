// ConnectingWalletConnectBasic: the QR code and its link, for any wallet (docs/spec/views.md section 4; requirement 1.2).

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
  // A user who came through a button has selected no wallet, so any wallet counts.
  useEffect(() => {
    if (phase == 'idle') dispatch({ type: 'connect.select', id: 'walletConnect' });
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once: what comes of it stays
  return <Pairing basic pairing={pairing} />;
}
