// English, what the ways to log in say that stand on Connect: they come with a small chunk of their own (views/logins.ts), so that they
// need not wait for the texts of every other view.

export const logins = {
  'create.wallet': 'Already have a wallet?',
  'create.wallet.connect': 'Connect it',
  'email.continue': 'Continue',
  'email.go': 'Continue with email',
  'email.invalid': 'Enter a valid email address',
  'email.label': 'Email',
  'email.placeholder': 'Email address',
  'legal.agree': 'I agree to the {links}.',
  'legal.agree.plain': "I agree to this site's terms.",
  'legal.first': 'Select the checkbox to continue.',
  'logins.or': 'or',
  'logins.refused': "Email and social login aren't available here.",
  'provider.apple': 'Apple',
  'provider.discord': 'Discord',
  'provider.email': 'Email',
  'provider.facebook': 'Facebook',
  'provider.farcaster': 'Farcaster',
  'provider.github': 'GitHub',
  'provider.google': 'Google',
  'provider.x': 'X',
  'social.continue': 'Continue with {provider}',
  'social.more': 'More ways to log in',
} as const;
