// `wallet-modal/define`: registers the elements. The only entry with a side effect (public-api.md section 7).

import { define } from './register';

define();
