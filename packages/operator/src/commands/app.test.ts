import { listLiveSessions } from '@kerf/contract/endpoints/ticket'
import { expect, test } from 'vitest'
import { audited, run, runJson, server, useServer } from '../server-fixture.ts'

useServer()

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

const ORIGIN = 'https://shop.partner.example'
/** Most tests share one origin. */
const create = (...origins: string[]): Promise<Credentials> => {
  const given = (origins.length > 0 ? origins : [ORIGIN]).flatMap(origin => ['--origin', origin])
  return runJson('app', 'create', '--code', 'portal', '--name', 'The Shop 商店', ...given)
}

const basic = ({ clientId, clientSecret }: Credentials) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
})
const codeAs = async (app: Credentials): Promise<number> =>
  (await server.call(listLiveSessions, { sessions: [] }, { headers: basic(app) })).code
/** The timeout is below the interval at which a process reloads the apps. */
const expectSoon = (app: Credentials, code: number) =>
  expect.poll(() => codeAs(app), { timeout: 4_500, interval: 20 }).toBe(code)

test('shows a 256-bit secret once, stores its hash, and running servers accept it at once', async () => {
  const app = await create(ORIGIN, 'http://localhost:3000', ORIGIN)
  expect(app).toMatchObject({ clientId: expect.any(String), clientSecret: expect.any(String) })
  expect(app.clientId).toMatch(/^app_[\w-]{16}$/)
  expect(app.clientSecret).toMatch(/^[\w-]{43}$/)
  await expectSoon(app, 0)
  expect(await codeAs({ ...app, clientSecret: `${app.clientSecret}x` })).toBe(20121)
  expect(await codeAs({ ...app, clientSecret: '' })).toBe(20121)

  const [row] = await server.sql('select * from app where client_id = $1', app.clientId)
  expect(row).toMatchObject({
    code: 'portal',
    name: 'The Shop 商店',
    origins: [ORIGIN, 'http://localhost:3000'],
  })
  expect(row?.secret_hash).toHaveLength(32)
  const [created] = await audited('app.create', null)
  expect(created).toMatchObject({
    operator: 'lin',
    outcome: 'ok',
    detail: { clientId: app.clientId, code: 'portal', origins: `${ORIGIN} http://localhost:3000` },
  })
  const stored = JSON.stringify(await server.sql('select * from audit_event'))
  expect(stored).not.toContain(app.clientSecret)

  const listed = (await runJson('app', 'list')) as Record<string, unknown>[]
  expect(listed.find(({ clientId }) => clientId === app.clientId)).toEqual({
    clientId: app.clientId,
    code: 'portal',
    name: 'The Shop 商店',
    type: 'web',
    party: 'first',
    origins: [ORIGIN, 'http://localhost:3000'],
    redirectUris: [],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    homepageUrl: null,
    privacyUrl: null,
    idTokenAlg: 'RS256',
    pkce: 'required',
    idTokenClaims: false,
    note: '',
    resource: null,
    apiScopes: [],
    tokenFormat: 'opaque',
    defaultResource: null,
    apiAccess: {},
    keyIds: [],
    jwksUri: null,
    signedRequests: false,
    createdAt: expect.any(Number),
    rotatedAt: null,
    twoSecretsUntil: null,
  })
  expect((await run(['app', 'list'])).out).not.toContain(app.clientSecret)
})

test('warns about a code that is not a brand', async () => {
  const words = ['--name', 'x', '--origin', ORIGIN]
  expect((await run(['app', 'create', '--code', 'no-brand', ...words])).out).toContain(
    'There is no brand no-brand',
  )
  expect((await run(['app', 'create', '--code', 'creative', ...words])).out).not.toContain('no brand')
})

test('edit changes what is given, and leaves the rest', async () => {
  const words = ['--code', 'creative', '--name', 'Shop', '--redirect', 'https://edit.example/cb']
  const app = (await runJson('app', 'create', ...words, '--note', 'Lin knows')) as { clientId: string }
  await runJson('app', 'edit', app.clientId, '--name', 'The Shop', '--pkce', 'optional', '--id-token-claims')
  const changed = { name: 'The Shop', note: 'Lin knows', pkce: 'optional', idTokenClaims: true }
  expect(await runJson('app', 'show', app.clientId)).toMatchObject(changed)
  await runJson('app', 'edit', app.clientId, '--no-id-token-claims')
  expect(await runJson('app', 'show', app.clientId)).toMatchObject({ ...changed, idTokenClaims: false })
  expect((await run(['app', 'edit', app.clientId])).code).toBe(2)
})

test('the default resource is that of an API, and can be removed', async () => {
  const words = ['--code', 'creative', '--name', 'Jobs', '--redirect', 'https://default.example/cb']
  const resource = 'https://default-api.example/'
  const refused = await run(['app', 'create', ...words, '--default-resource', resource])
  expect(refused.err).toContain(`No API has the resource ${resource}.`)
  const api = await runJson('app', 'create', ...words.slice(0, 4), '--type', 'api', '--resource', resource)
  const app = await runJson('app', 'create', ...words, '--default-resource', 'https://default-api.example')
  const show = () => runJson('app', 'show', (app as Credentials).clientId)
  expect(await show()).toMatchObject({ defaultResource: resource })
  await runJson('app', 'edit', (app as Credentials).clientId, '--name', 'Files')
  expect(await show()).toMatchObject({ name: 'Files', defaultResource: resource })
  await runJson('app', 'edit', (app as Credentials).clientId, '--no-default-resource')
  expect(await show()).toMatchObject({ defaultResource: null })
  const ofApi = await run(['app', 'edit', (api as Credentials).clientId, '--default-resource', resource])
  expect(ofApi.err).toContain('it has no default resource')
})

test('rotation invalidates the old secret', async () => {
  const app = await create()
  await expectSoon(app, 0)
  const declined = await run(['app', 'rotate', app.clientId], 'n')
  expect(declined.code).toBe(1)
  const rotated: Credentials = await runJson('app', 'rotate', app.clientId)
  expect(rotated.clientId).toBe(app.clientId)
  expect(rotated.clientSecret).not.toBe(app.clientSecret)
  await expectSoon(app, 20121)
  expect(await codeAs(rotated)).toBe(0)
  expect((await audited('app.rotate', null))[0]).toMatchObject({ detail: { clientId: app.clientId } })
})

test('with an overlap both secrets work, and the old one stops at its end', async () => {
  const app = await create()
  const rotated: Credentials = await runJson('app', 'rotate', app.clientId, '--overlap', '24')
  await expectSoon(rotated, 0)
  expect(await codeAs(app)).toBe(0)
  const { rotatedAt, twoSecretsUntil } = await runJson('app', 'show', app.clientId)
  expect(twoSecretsUntil - rotatedAt).toBe(24 * 3600)
  expect((await run(['app', 'list'])).out).toContain('OLD SECRET UNTIL')
  const refused = await run(['app', 'rotate', app.clientId, '--overlap', '24', '--yes'])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('was rotated lately')])
  expect(await codeAs(app)).toBe(0)
  // Bypasses the time that the overlap lasts. The notification stands for the reload every few seconds.
  await server.sql('update app set previous_secret_until = now() where client_id = $1', app.clientId)
  await server.sql('notify app')
  await expectSoon(app, 20121)
  expect(await codeAs(rotated)).toBe(0)
  const again: Credentials = await runJson('app', 'rotate', app.clientId, '--overlap', '1')
  const third: Credentials = await runJson('app', 'rotate', app.clientId)
  await expectSoon(third, 0)
  expect([await codeAs(rotated), await codeAs(again)]).toEqual([20121, 20121])
})

test('a removed app is refused at once, with its webhook', async () => {
  const app = await create()
  await expectSoon(app, 0)
  await runJson('webhook', 'set', app.clientId, '--url', 'http://localhost:9/hook')
  expect((await run(['app', 'remove', app.clientId], 'n')).code).toBe(1)
  expect(await runJson('app', 'remove', app.clientId)).toEqual({ clientId: app.clientId })
  await expectSoon(app, 20121)
  expect(await server.sql('select 1 from webhook where client_id = $1', app.clientId)).toEqual([])
  expect((await audited('app.remove', null))[0]).toMatchObject({
    detail: { clientId: app.clientId, code: 'portal' },
  })
})

test('warns when two apps share an origin', async () => {
  const shared = 'https://shared.partner.example'
  const first = await create(shared)
  const second = (await create(shared, 'https://own.partner.example')) as Credentials & {
    sharedOrigins: unknown
  }
  expect(second.sharedOrigins).toEqual([{ origin: shared, clientId: first.clientId }])
  const { out } = await run(['app', 'origins', second.clientId, '--origin', shared])
  expect(out).toContain(`${first.clientId} has the origin ${shared} too`)
  const moved = await runJson('app', 'origins', second.clientId, '--origin', 'https://own.partner.example')
  expect(moved).not.toHaveProperty('sharedOrigins')
})

test('replaces all origins', async () => {
  const app = await create()
  const changed = await runJson(
    'app',
    'origins',
    app.clientId,
    '--origin',
    'https://new.partner.example:8443',
  )
  expect(changed).toEqual({ clientId: app.clientId, origins: ['https://new.partner.example:8443'] })
  const [row] = await server.sql('select origins from app where client_id = $1', app.clientId)
  expect(row?.origins).toEqual(['https://new.partner.example:8443'])
  expect((await audited('app.origins', null))[0]).toMatchObject({ detail: { clientId: app.clientId } })
})

test('registers the addresses of OpenID Connect, and replaces the kinds that are given', async () => {
  const redirect = 'https://forum.partner.example/callback'
  const words = ['--type', 'web', '--party', 'third', '--privacy', 'https://forum.partner.example/privacy']
  const app: Credentials = await runJson(
    ...['app', 'create', '--code', 'portal', '--name', 'Forum', '--redirect', redirect, ...words],
    ...[
      '--post-logout',
      'https://forum.partner.example/',
      '--back-channel',
      'https://forum.partner.example/bc',
    ],
  )
  expect(app.clientSecret).toMatch(/^[\w-]{43}$/)
  const registered = {
    type: 'web',
    party: 'third',
    origins: [],
    redirectUris: [redirect],
    postLogoutRedirectUris: ['https://forum.partner.example/'],
    backchannelLogoutUri: 'https://forum.partner.example/bc',
    privacyUrl: 'https://forum.partner.example/privacy',
  }
  expect(await runJson('app', 'show', app.clientId)).toMatchObject(registered)
  const [row] = await server.sql('select sector from app where client_id = $1', app.clientId)
  expect(row?.sector).toBe('forum.partner.example')

  const moved = 'https://new.partner.example/callback'
  await runJson('app', 'addresses', app.clientId, '--redirect', moved)
  const { out } = await run(['app', 'show', app.clientId])
  expect(out).toContain(`redirect      ${moved}`)
  expect(await runJson('app', 'show', app.clientId)).toMatchObject({ ...registered, redirectUris: [moved] })
  const emptied = await runJson('app', 'addresses', app.clientId, '--no-post-logout', '--no-back-channel')
  expect(emptied).toEqual({
    clientId: app.clientId,
    redirectUris: [moved],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
  })
  // A new host must not turn people into strangers: the sector stays.
  const [after] = await server.sql('select sector from app where client_id = $1', app.clientId)
  expect(after?.sector).toBe('forum.partner.example')
  expect((await audited('app.addresses', null))[0]).toMatchObject({ detail: { clientId: app.clientId } })
})

test('a public client has no secret, and no tickets', async () => {
  const app: { clientId: string; clientSecret: null } = await runJson(
    ...['app', 'create', '--code', 'portal', '--name', 'Slicer'],
    ...['--type', 'native', '--redirect', 'http://127.0.0.1/callback'],
  )
  expect(app.clientSecret).toBeNull()
  const rotated = await run(['app', 'rotate', app.clientId, '--yes'])
  expect([rotated.code, rotated.err]).toEqual([1, expect.stringContaining('it has no client secret')])
  const device = await run(['app', 'create', '--code', 'portal', '--name', 'Laser', '--type', 'device'])
  expect(device.out).toContain('has no client secret')
})

test.each([
  [['--name', 'x'], 'at least one origin'],
  [['--name', 'x', '--type', 'browser', '--origin', ORIGIN], 'needs a redirect address'],
  [['--name', 'x', '--redirect', 'http://shop.example/cb'], 'must be https'],
  [['--name', 'x', '--type', 'native', '--redirect', 'myapp:/cb'], 'reversed domain name'],
  [
    [
      '--name',
      'x',
      '--type',
      'browser',
      '--redirect',
      'https://a.example/',
      '--back-channel',
      'https://a.example/b',
    ],
    'Only an app of type web',
  ],
  [['--name', 'x', '--type', 'desktop', '--redirect', 'https://a.example/'], 'Allowed choices'],
])('app create %j is refused and registers nothing', async (words, why) => {
  const before = await server.sql('select count(*)::int as n from app')
  const { code, err } = await run(['app', 'create', '--code', 'portal', ...words])
  expect(code).toBeGreaterThan(0)
  expect(err).toContain(why)
  expect(await server.sql('select count(*)::int as n from app')).toEqual(before)
})

test('app addresses without an address changes nothing', async () => {
  expect((await run(['app', 'addresses', 'app_nobody'])).code).toBe(2)
})

test.each([
  ['app', 'show', 'app_nobody'],
  ['app', 'addresses', 'app_nobody', '--redirect', 'https://a.example/'],
  ['app', 'rotate', 'app_nobody', '--yes'],
  ['app', 'remove', 'app_nobody', '--yes'],
  ['app', 'origins', 'app_nobody', '--origin', ORIGIN],
])('%s %s names an unknown client', async (...words) => {
  const { code, out, err } = await run(words)
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('app_nobody')
})

test.each([
  'http://shop.partner.example',
  'https://shop.partner.example/',
  'https://shop.partner.example/path',
  'https://shop.partner.example?x',
  'https://shop.partner.example#x',
  'https://shop.partner.example:443',
  'https://user@shop.partner.example',
  'https://SHOP.partner.example',
  'https://*.partner.example',
  'https://partner',
  'https://shop.partner.example.',
  'https://[::1]',
  'https://shop_partner.example',
  'https://商店.example',
  'javascript:alert(1)',
  'ftp://shop.partner.example',
  'shop.partner.example',
  'null',
  '*',
  '',
])('rejects the origin %j', async origin => {
  const words = ['app', 'create', '--code', 'portal', '--name', 'X', '--origin', origin]
  const { code, out } = await run(words)
  expect(code).toBeGreaterThan(0)
  expect(out).toBe('')
})

test.each([
  [['--code', 'Portal', '--name', 'X', '--origin', ORIGIN]],
  [['--code', 'portal', '--name', 'reversed \u202etext', '--origin', ORIGIN]],
  [['--code', 'portal', '--name', 'X']],
  [['--code', 'portal', '--origin', ORIGIN]],
  [
    [
      '--code',
      'portal',
      '--name',
      'X',
      ...Array.from({ length: 21 }, (_, i) => ['--origin', `https://a${i}.example`]).flat(),
    ],
  ],
])('rejects %j', async words => {
  const before = await server.sql('select count(*) from app')
  const { code, out } = await run(['app', 'create', ...words])
  expect(code).toBeGreaterThan(0)
  expect(out).toBe('')
  expect(await server.sql('select count(*) from app')).toEqual(before)
})

test('app show names the keys that took the place of the secret, and their address', async () => {
  const app = await create()
  expect(await runJson('app', 'show', app.clientId)).toMatchObject({
    keyIds: [],
    jwksUri: null,
    signedRequests: false,
  })
  await server.sql(
    `update app set jwks = '{"keys":[{"kty":"EC","kid":"first"},{"kty":"RSA"}]}', signed_requests = true where client_id = $1`,
    app.clientId,
  )
  const { out } = await run(['app', 'show', app.clientId])
  expect(out).toMatch(/^key +first$/m)
  expect(out).toMatch(/^key +RSA$/m)
  expect(out).toMatch(/^requests +signed only$/m)
  const address = 'https://app.example/jwks'
  await run(['app', 'keys', app.clientId, '--jwks-uri', address, '--yes'])
  expect(await runJson('app', 'show', app.clientId)).toMatchObject({ keyIds: [], jwksUri: address })
})
