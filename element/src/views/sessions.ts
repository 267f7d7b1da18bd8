// The chunk of smart sessions: the list, and a new grant.

export { SmartSessionCreated } from './smart-session-created/smart-session-created';
export { SmartSessionList } from './smart-session-list/smart-session-list';
