// One chunk for views that always follow each other.

export { SendPreview } from './send-preview/send-preview';
export { SendSelectToken } from './send-select-token/send-select-token';
export { Send } from './send/send';
