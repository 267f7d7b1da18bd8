// `wallet-modal/define`: registers the elements. The only entry with a side effect (docs/spec/public-api.md section 7).

import './primordials';
import './events';
import { define } from './register';

define();
