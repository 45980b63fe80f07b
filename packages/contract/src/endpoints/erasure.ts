import * as v from 'valibot'
import { endpoint, VERIFICATION_CODE_ERRORS } from '../endpoint.ts'
import { codeFields, humanTicket } from '../fields.ts'

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/v1/user/delete',
  access: 'personal',
  underDefaultPassword: 'never',
  summary:
    'Erases the account immediately, with a verification code of scene delete and a confirmation. Irreversible.',
  input: v.strictObject({ ...codeFields, ticket: humanTicket, confirm: v.literal(true, 'required') }),
  errors: ['proof_required', ...VERIFICATION_CODE_ERRORS],
})
