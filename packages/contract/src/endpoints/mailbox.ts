import * as v from 'valibot'
import { endpoint, VERIFICATION_CODE_ERRORS } from '../endpoint.ts'
import { codeFields, email, humanTicket, unixSeconds } from '../fields.ts'

export const changeEmail = endpoint({
  method: 'PATCH',
  path: '/v1/user/email',
  access: 'personal',
  summary:
    'Changes the email address with a verification code of scene bind from the new mailbox, after reauthentication. Notifies both mailboxes.',
  input: v.strictObject({ email, ...codeFields, ticket: humanTicket }),
  errors: [
    'proof_required',
    'restricted',
    'invalid_email',
    'email_has_connected',
    ...VERIFICATION_CODE_ERRORS,
  ],
})

export const confirmMailbox = endpoint({
  method: 'POST',
  path: '/v1/email/confirm',
  access: 'anyone',
  summary:
    'The link of the email to the new address of an account that lost its mailbox. Answers the address, and from when on it counts. With `confirm` the address is confirmed.',
  input: v.strictObject({
    link: v.pipe(v.string('required'), v.maxCodePoints(512, 'invalid'), v.regex(/^[\w-]+$/, 'invalid')),
    confirm: v.boolean(),
  }),
  output: v.object({ email: v.string(), startsAt: unixSeconds }),
  errors: ['expired'],
})

const SECOND_EMAIL_PATH = '/v1/user/second-email'

export const getSecondEmail = endpoint({
  method: 'GET',
  path: SECOND_EMAIL_PATH,
  access: 'personal',
  summary:
    'The second address of the account, for recovery and notices, or the one that waits to count. null: there is none.',
  output: v.object({
    secondEmail: v.nullable(
      v.object({
        email: v.string(),
        /** from then on it counts */
        startsAt: unixSeconds,
        /** it was removed and counts until then; null: it was not */
        endsAt: v.nullable(unixSeconds),
      }),
    ),
  }),
})

export const setSecondEmail = endpoint({
  method: 'POST',
  path: SECOND_EMAIL_PATH,
  access: 'personal',
  summary:
    'Sets the second address with a verification code of scene bind from its mailbox, after reauthentication. Counts after 72 hours. Notifies every mailbox.',
  input: v.strictObject({ email, ...codeFields, ticket: humanTicket }),
  errors: [
    'proof_required',
    'restricted',
    'invalid_email',
    'email_has_connected',
    ...VERIFICATION_CODE_ERRORS,
  ],
})

export const removeSecondEmail = endpoint({
  method: 'DELETE',
  path: SECOND_EMAIL_PATH,
  access: 'personal',
  summary:
    'Removes the second address, after reauthentication. It counts for 72 hours more; one that does not count yet ends at once.',
  errors: ['proof_required', 'restricted'],
})
