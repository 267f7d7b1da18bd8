/** The demo's second page: the page places the modal itself, and its card is always visible. */
import { startPage } from './host.js';

startPage(null, { enableEmbedded: true });
