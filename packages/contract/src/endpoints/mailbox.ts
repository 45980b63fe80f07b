import * as v from 'valibot'
import { endpoint, VERIFICATION_CODE_ERRORS } from '../endpoint.ts'
import { codeFields, email, humanTicket } from '../fields.ts'

export const changeEmail = endpoint({
  method: 'PATCH',
  path: '/v1/user/email',
  access: 'personal',
  summary:
    'Changes the email address with a verification code of scene bind from the new mailbox, after reauthentication. Notifies both mailboxes.',
  input: v.strictObject({ email, ...codeFields, ticket: humanTicket }),
  errors: ['proof_required', 'invalid_email', 'email_has_connected', ...VERIFICATION_CODE_ERRORS],
})
