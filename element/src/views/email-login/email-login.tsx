// EmailLogin (docs/spec/views.md section 4): the address for a login by email, alone.

import { AgreedFirst } from '../logins/agreed-first';
import { EmailForm } from '../logins/email-form';

export const EmailLogin = () => (
  <AgreedFirst>
    <EmailForm />
  </AgreedFirst>
);
