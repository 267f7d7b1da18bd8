// The chunk of smart sessions: the list, and what was just granted.

export { SmartSessionCreated } from './smart-session-created/smart-session-created';
export { SmartSessionList } from './smart-session-list/smart-session-list';
