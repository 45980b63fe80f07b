import type { Provider } from 'oidc-provider/lib/provider.js'
import { expect, test } from 'vitest'
import type { Caller } from '../../platform/audit/caller.ts'
import type { Database } from '../../platform/db/database.ts'
import { createRpLogout } from './rp-logout.ts'

const outage = Object.assign(new Error('the database is gone'), { code: 'ECONNREFUSED' })
const request = {
  id_token_hint: `.${Buffer.from(JSON.stringify({ aud: 'app' })).toString('base64url')}.`,
  isNavigation: true,
}

const start = (provider: { Client: object; IdToken: object }) =>
  createRpLogout({
    db: {} as Database,
    key: Buffer.alloc(32),
    provider: async () => provider as unknown as Provider,
  }).start(request, undefined, {} as Caller)

const rejects = (error: Error) => () => Promise.reject(error)

test('an outage is not the fault of the app that starts a logout', async () => {
  const Client = { find: async () => ({ clientId: 'app' }) }
  await expect(start({ Client: { find: rejects(outage) }, IdToken: {} })).rejects.toBe(outage)
  await expect(start({ Client, IdToken: { validate: rejects(outage) } })).rejects.toBe(outage)
  expect(await start({ Client, IdToken: { validate: rejects(new Error('invalid signature')) } })).toEqual({
    kind: 'failure',
    error: 'invalid_request',
  })
})
