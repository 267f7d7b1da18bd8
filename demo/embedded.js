/** The demo's second page: the host places the modal itself, and its card is always there. */
import { startPage } from './host.js';

startPage(null, { enableEmbedded: true });
