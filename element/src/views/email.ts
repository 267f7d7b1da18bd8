// The chunk of the embedded wallet's views.

export { ApproveTransaction } from './approve-transaction/approve-transaction';
export { EmailLogin } from './email-login/email-login';
export { EmailVerifyDevice } from './email-verify-device/email-verify-device';
export { EmailVerifyOtp } from './email-verify-otp/email-verify-otp';
export { UpdateEmailPrimaryOtp } from './update-email-primary-otp/update-email-primary-otp';
export { UpdateEmailSecondaryOtp } from './update-email-secondary-otp/update-email-secondary-otp';
export { UpdateEmailWallet } from './update-email-wallet/update-email-wallet';
export { UpgradeEmailWallet } from './upgrade-email-wallet/upgrade-email-wallet';
