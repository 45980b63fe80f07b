/** The accounts that are logged in within one browser. One of them is chosen: its token is `utoken`. */
import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { opaqueToken } from '../fields.ts'

const uid = v.pipe(v.string(), v.uuid())

export const listBrowserAccounts = endpoint({
  method: 'GET',
  path: '/v1/user/accounts',
  access: 'anyone',
  summary:
    'The accounts that are logged in within this browser: the chosen one, then those set aside. Answers the portal’s own pages; others receive none.',
  output: v.object({
    accounts: v.array(
      v.object({
        uid: v.string(),
        /** never '' */
        name: v.string(),
        /** email address or enterprise account ID; may be '' */
        detail: v.string(),
        headpic: v.string(),
        business: v.boolean(),
        /** the account of `utoken` */
        chosen: v.boolean(),
      }),
    ),
    /** no further account can be set aside */
    full: v.boolean(),
  }),
})

export const setAccountAside = endpoint({
  method: 'POST',
  path: '/v1/user/accounts/set-aside',
  access: 'signed-in',
  underDefaultPassword: 'always',
  summary:
    'Sets the chosen account aside, so that another one can log in. It stays logged in within this browser; nobody is chosen.',
  input: v.strictObject({}),
  errors: ['too_many_accounts'],
})

export const switchAccount = endpoint({
  method: 'POST',
  path: '/v1/user/accounts/switch',
  access: 'anyone',
  summary:
    'Chooses an account that is logged in within this browser, and sets the one before aside. Answers `expired` if its session has ended.',
  input: v.strictObject({ uid }),
  output: v.object({ utoken: opaqueToken, uid: v.string() }),
  errors: ['expired'],
})

export const endAccounts = endpoint({
  method: 'POST',
  path: '/v1/user/accounts/end',
  access: 'anyone',
  summary: 'Logs out one account that was set aside in this browser, or all of them. The chosen one stays.',
  input: v.strictObject({ uid: v.optional(uid) }),
  output: v.object({ ended: v.number() }),
})
