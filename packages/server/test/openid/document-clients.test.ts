/** Clients that are known by a document at their address (OAuth Client ID Metadata Document): what they may be, and what they may not. */
import { describeAuthorization, listGrantedApps, withdrawApp } from '@kerf/contract/endpoints/openid'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { useDocumentHost } from './document-host.ts'
import {
  allow,
  CALLBACK,
  consentTo,
  finishLogin,
  issuerOf,
  openBrowser,
  registerClient,
  startLogin,
  type TestApp,
  visit,
} from './openid-fixture.ts'

const server = await useTestServer({ env: { CLIENT_DOCUMENTS: 'on' } })
const { host, reads, serve } = await useDocumentHost()

const JOBS = 'https://jobs.example/'
const api = await registerClient(server, {
  ...{ name: 'Jobs', type: 'api', redirectUris: [] },
  api: { resource: JOBS, scopes: ['jobs:read|See jobs|查看|open', 'jobs:write|Start jobs|开始'] },
})

const open = async (clientId: string, at = server): Promise<TestApp> => ({
  clientId,
  secret: null,
  config: await client.discovery(new URL(issuerOf(at)), clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  }),
})
const DOCUMENT = { client_name: 'Kerf Studio', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
const tool = await open(serve('/tool.json', DOCUMENT))

const errorOf = async (app: TestApp, parameters = {}): Promise<string | null> => {
  const { url } = await startLogin(app, parameters)
  return (await visit(url, (await openBrowser(server)).cookie)).location.searchParams.get('error')
}
const ask = async (app: TestApp, cookie: string, token: string) => {
  const { location } = await visit((await startLogin(app)).url, cookie)
  const flow = location.pathname.split('/').at(-1) ?? ''
  return (await server.call(describeAuthorization, { flow }, { token })).data
}

test('the metadata of the server names them', () => {
  expect(tool.config.serverMetadata()).toMatchObject({ client_id_metadata_document_supported: true })
})

test('one logs a person in as a third party that is called by its host', async () => {
  const browser = await openBrowser(server)
  expect(await ask(tool, browser.cookie, browser.token)).toMatchObject({
    client: { clientId: tool.clientId, name: host, party: 'third', registered: false },
    needs: 'consent',
  })
  const tokens = await allow(server, tool, browser)
  expect(tokens.claims()?.sub).not.toBe(browser.person.uid)
  const claims = await client.fetchUserInfo(tool.config, tokens.access_token, tokens.claims()?.sub ?? '')
  expect(claims.email).toBe(browser.person.email)
  // Nobody can tell which program returns to the address.
  expect(await ask(tool, browser.cookie, browser.token)).toMatchObject({ needs: 'consent' })
})

test('a document does not say who made the program', async () => {
  const liar = await open(
    serve('/liar.json', {
      ...DOCUMENT,
      ...{ kerf_party: 'first', kerf_sector: 'other.example', kerf_id_token_claims: true },
      ...{ subject_type: 'public', application_type: 'web', client_uri: 'https://kerf.example/' },
    }),
  )
  const browser = await openBrowser(server)
  const { client: shown } = await ask(liar, browser.cookie, browser.token)
  expect(shown).toMatchObject({ name: host, party: 'third', homepageUrl: `https://${host}/` })
  const claims = (await allow(server, liar, browser)).claims()
  expect(claims?.sub).toBe((await allow(server, tool, browser)).claims()?.sub)
  expect(claims).not.toHaveProperty('email')
})

test('one may listen at any port of this machine', async () => {
  const native = await open(
    serve('/native.json', { ...DOCUMENT, redirect_uris: ['http://127.0.0.1/callback'] }),
  )
  const browser = await openBrowser(server)
  const pending = await startLogin(native, { redirect_uri: 'http://127.0.0.1:4242/callback' })
  const location = await consentTo(server, pending.url, browser)
  expect(location.port).toBe('4242')
  expect(await finishLogin(native, pending, location)).toHaveProperty('access_token')
})

test('one gets open scopes of an API, for which no operator gave access, and no others', async () => {
  const browser = await openBrowser(server)
  const parameters = { scope: 'openid jobs:read jobs:write', resource: JOBS }
  const { access_token } = await allow(server, tool, browser, parameters)
  const found = await client.tokenIntrospection(api.config, access_token)
  expect(found).toMatchObject({ active: true, aud: JOBS, client_id: tool.clientId, scope: 'jobs:read' })
  // Other third parties have them, too; for itself an app has only what an operator gave.
  const partner = await registerClient(server, { party: 'third' })
  const more = await allow(server, partner, browser, parameters)
  expect(await client.tokenIntrospection(api.config, more.access_token)).toMatchObject({ scope: 'jobs:read' })
  await expect(client.clientCredentialsGrant(partner.config, parameters)).rejects.toThrow()
})

test('a refresh goes on until the person withdraws the access', async () => {
  const browser = await openBrowser(server)
  const scope = 'openid offline_access'
  const tokens = await allow(server, tool, browser, { scope, prompt: 'consent' })
  const next = await client.refreshTokenGrant(tool.config, tokens.refresh_token ?? '')
  const { token } = browser
  const { items } = (await server.call(listGrantedApps, {}, { token })).data
  expect(items.map(item => item.client)).toMatchObject([{ clientId: tool.clientId, name: host }])
  await server.call(withdrawApp, { clientId: tool.clientId }, { token })
  await expect(client.refreshTokenGrant(tool.config, next.refresh_token ?? '')).rejects.toThrow()
  await expect(
    client.fetchUserInfo(tool.config, next.access_token, client.skipSubjectCheck),
  ).rejects.toThrow()
})

test('one gets no device code and no token for itself', async () => {
  const greedy = await open(
    serve('/greedy.json', {
      ...DOCUMENT,
      grant_types: [
        'authorization_code',
        'urn:ietf:params:oauth:grant-type:device_code',
        'client_credentials',
      ],
    }),
  )
  await expect(client.initiateDeviceAuthorization(greedy.config, { scope: 'openid' })).rejects.toThrow()
  await expect(
    client.clientCredentialsGrant(greedy.config, { scope: 'jobs:read', resource: JOBS }),
  ).rejects.toThrow()
})

describe('refused is', () => {
  test.each([
    ['a document of another address', { ...DOCUMENT, client_id: 'https://other.example/tool.json' }],
    ['a document with a secret', { ...DOCUMENT, client_secret: 'x'.repeat(43) }],
    [
      'one that wants to authenticate by a secret',
      { ...DOCUMENT, token_endpoint_auth_method: 'client_secret_basic' },
    ],
    [
      'a redirect to an address without https',
      { ...DOCUMENT, redirect_uris: ['http://tool.example/callback'] },
    ],
    ['a redirect to a script', { ...DOCUMENT, redirect_uris: ['javascript:alert(1)'] }],
    ['a document without a redirect', { ...DOCUMENT, redirect_uris: [] }],
    ['a large document', { ...DOCUMENT, note: 'x'.repeat(6_000) }],
    ['a list', '[]'],
    ['a page', '<html>'],
  ])('%s', async (name, document) => {
    const path = `/${encodeURIComponent(name)}`
    expect(await errorOf(await open(serve(path, document)))).toMatch(
      /^invalid_(client|request|redirect_uri|client_metadata)$/,
    )
    expect(reads).toContain(path)
  })

  test('an address that redirects, or answers an error', async () => {
    expect(await errorOf(await open(serve('/moved', DOCUMENT, 302)))).toBe('invalid_client')
    expect(await errorOf(await open(serve('/failed', DOCUMENT, 500)))).toBe('invalid_client')
    expect(reads).not.toContain('/elsewhere')
  })

  test.each([
    ['http', `http://${host}/tool.json`],
    ['the root', `https://${host}/`],
    ['a query', `https://${host}/tool.json?a=1`],
    ['a fragment', `https://${host}/tool.json#a`],
    ['a user', `https://user@${host}/tool.json`],
    ['another spelling', `https://LOCALHOST:${host.split(':')[1]}/tool.json`],
    ['a way up', `https://${host}/a/../tool.json`],
    ['a long one', `https://${host}/${'a'.repeat(300)}`],
  ])('an address with %s, without reading it', async (_, id) => {
    const before = reads.length
    expect(await errorOf(await open(id))).toBe('invalid_client')
    expect(reads.length).toBe(before)
  })

  test('everyone, if the operator did not allow it', async () => {
    const usual = await useTestServer()
    const unknown = await open(tool.clientId, usual)
    expect(unknown.config.serverMetadata()).not.toHaveProperty('client_id_metadata_document_supported')
    const before = reads.length
    const { location } = await visit((await startLogin(unknown)).url, (await openBrowser(usual)).cookie)
    expect(location.searchParams.get('error')).toBe('invalid_client')
    expect(reads.length).toBe(before)
  })
})

test('a document is read once, and few of them for one network', async () => {
  expect(reads.filter(path => path === '/tool.json')).toHaveLength(1)
  const many = Array.from({ length: 40 }, (_, index) => serve(`/many/${index}`, DOCUMENT))
  for (const id of many) await errorOf(await open(id))
  expect(reads.length).toBe(30)
  // What was read before goes on.
  const browser = await openBrowser(server)
  expect(await ask(tool, browser.cookie, browser.token)).toMatchObject({ needs: 'consent' })
})
