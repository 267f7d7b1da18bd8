// One chunk for the two views that always follow each other.

export { SendPreview } from './send-preview/send-preview';
export { Send } from './send/send';
