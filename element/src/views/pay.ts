// One chunk for views that always follow each other.

export { PayLoading } from './pay-loading/pay-loading';
export { Pay } from './pay/pay';
