import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

export const EXPORT_MEDIA_TYPE = 'application/zip'

export const exportAccount = endpoint({
  method: 'POST',
  path: '/v1/user/export',
  access: 'personal',
  underDefaultPassword: 'never',
  summary:
    'Everything stored about the account as a ZIP archive, after reauthentication: a readable page and one JSON file a table. Streamed; a connection that ends early is an archive that cannot be opened.',
  produces: EXPORT_MEDIA_TYPE,
  input: v.strictObject({}),
  errors: ['proof_required'],
})
