// EmailLogin (docs/spec/views.md section 4): only the email field of a login.

import { AgreedFirst } from '../logins/agreed-first';
import { EmailForm } from '../logins/email-form';

export const EmailLogin = () => (
  <AgreedFirst>
    <EmailForm />
  </AgreedFirst>
);
