// The chunk of permissions: what others can do, and revoking an allowance.

export { Permissions } from './permissions/permissions';
export { RevokePreview } from './revoke-preview/revoke-preview';
