/** The frame's parameters from its document and URL. The server that wrote the document has checked the page's origin. */
import { query, told } from './outside';

/** The parent page's origin: the only one to communicate with. */
export const PAGE = told('page');
/** Ties our messages to this instance of the frame. */
export const NONCE = /^[\da-f]{32}$/.test(query.get('nonce') ?? '') ? query.get('nonce')! : '';
/** The page's project, which the server has checked. */
export const PROJECT = query.get('projectId') ?? '';
/** The initial chain, as a CAIP-2 ID. */
export const FIRST_CHAIN = query.get('chainId') ?? '';
/** The page's own state for a social login, which is returned with the result. */
export const STATE_NONCE = /^[\da-zA-Z]{8,128}$/.test(query.get('wmState') ?? '')
  ? query.get('wmState')!
  : null;
/** The fault that tests simulate in this frame. */
export const fault = told('fault');
/** The delay of a slow frame. */
export const lateMs = Number(told('late'));
/** This site's other host name. */
export const otherName = told('other');
