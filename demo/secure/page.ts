/** What the frame is told by its own document and address. The origin of the page was checked by the server that wrote the document. */
import { query, told } from './outside';

/** Origin of the page around: the only one that is spoken to. */
export const PAGE = told('page');
/** What ties our messages to this frame's life. */
export const NONCE = /^[\da-f]{32}$/.test(query.get('nonce') ?? '') ? query.get('nonce')! : '';
/** The project of the page; the server that wrote the document knows it. */
export const PROJECT = query.get('projectId') ?? '';
/** The chain to start on, CAIP-2. */
export const FIRST_CHAIN = query.get('chainId') ?? '';
/** The page's own word for a login by a provider, which comes back with the result. */
export const STATE_NONCE = /^[\da-zA-Z]{8,128}$/.test(query.get('wmState') ?? '')
  ? query.get('wmState')!
  : null;
/** What this frame does wrong, for tests. */
export const fault = told('fault');
/** How late a slow frame is. */
export const lateMs = Number(told('late'));
/** This site's other name. */
export const otherName = told('other');
