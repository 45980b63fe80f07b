/**
 * Calls between sibling passport hosts that share a login by cookie. Browsers also visit these URLs, so they answer
 * with redirects too and are not part of the `ENDPOINTS` table.
 */
import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

export const probeCookies = endpoint({
  method: 'GET',
  path: '/v1/cookie/probe',
  access: 'anyone',
  base: 'other',
  summary:
    'Sets a probe cookie. `seen`: the browser sent the cookie of an earlier probe; `domain`: cookie domain of this host.',
  output: v.object({ seen: v.boolean(), domain: v.string() }),
})

export const setCookies = endpoint({
  method: 'GET',
  path: '/v1/cookie/set-cookies',
  access: 'anyone',
  base: 'other',
  summary:
    'Sets the session cookie from a ticket or a token (`utoken`), or removes an ended session when it is empty. With `next`, redirects to the add-cookies URL of a sibling host.',
  input: v.object({
    utoken: v.string(),
    domain: v.string(),
    next: v.optional(v.string()),
    sameSite: v.optional(v.string()),
    secure: v.optional(v.string()),
  }),
  errors: ['expired', 'account_ban'],
})

/** Redirects the browser through the sibling hosts one by one and finally to `target`. */
export const ADD_COOKIES_PATH = '/v1/cookie/add-cookies'
