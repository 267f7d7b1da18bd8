// English: sign-in with SIWX.

export const signIn = {
  'sign.busy': 'Verifying',
  'sign.cancel': 'Cancel',
  'sign.canceling': 'Canceling',
  'sign.failed.text': "You're not signed in. You can try again.",
  'sign.read': 'Read message',
  'sign.ready': '{app} wants you to sign in',
  'sign.ready.text': "Signing proves this account is yours. It's free and won't move any funds.",
  'sign.required':
    "Sign in to use this site. If you cancel, you'll return to the network you're signed in on, or disconnect your wallet.",
  'sign.sign': 'Sign',
  'sign.signing': 'Confirm in {wallet}',
  'sign.signing.text': 'Check that your wallet shows the same message.',
  'sign.verifying': 'Verifying your signature',
  'sign.verifying.text': "You've signed. You don't need to confirm anything else in {wallet}.",
} as const;
