// The chunk of permissions: what others may do, and taking an allowance back.

export { Permissions } from './permissions/permissions';
export { RevokePreview } from './revoke-preview/revoke-preview';
