// ConnectingWalletConnectBasic: the code and its link for whatever wallet there is (views.md section 4; requirement 1.2).

import { useSlice } from '../../engine/hooks';
import { Pairing } from '../connecting-wallet-connect/pairing';

export const ConnectingWalletConnectBasic = () => <Pairing basic pairing={useSlice('pairing')} />;
