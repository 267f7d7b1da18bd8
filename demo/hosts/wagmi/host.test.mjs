// wagmi's own start page on wagmi 3, written for wagmi's connectors and moved to ours.
import { fileURLToPath } from 'node:url';
import { wagmiHost } from '../support/wagmi.mjs';

wagmiHost(fileURLToPath(new URL('.', import.meta.url)), 3);
