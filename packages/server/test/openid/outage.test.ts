/** While the database is away, an app learns that its login goes on. */
import { expect, test } from 'vitest'
import { PATIENT_DATABASE, useProxiedServer } from '../support/test-server.ts'
import { allow, openBrowser, registerClient } from './openid-fixture.ts'

// A lost connection is noticed without a timeout.
const server = await useProxiedServer({ env: PATIENT_DATABASE })
const app = await registerClient(server)

test('every endpoint for apps answers 503, and the refresh token is valid afterwards', async () => {
  const browser = await openBrowser(server)
  const { access_token, refresh_token = '' } = await allow(server, app, browser, {
    scope: 'openid offline_access',
    prompt: 'consent',
  })
  const post = (path: string, body: Record<string, string>) =>
    fetch(`${server.url}/oidc/${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}` },
      body: new URLSearchParams(body),
    })
  const refresh = () => post('token', { grant_type: 'refresh_token', refresh_token })

  server.proxy.interrupt('closed')
  const answers = await Promise.all([
    refresh(),
    post('introspect', { token: access_token }),
    post('revoke', { token: refresh_token }),
    fetch(`${server.url}/oidc/userinfo`, { headers: { authorization: `Bearer ${access_token}` } }),
  ])
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toEqual({ error: 'temporarily_unavailable' })
  }
  server.proxy.state = 'open'
  await expect.poll(async () => (await refresh()).status, { timeout: 30_000 }).toBe(200)
})

test('an answer that is lost with the connection to the database costs nothing', async () => {
  const { refresh_token = '' } = await allow(server, app, await openBrowser(server), {
    scope: 'openid offline_access',
    prompt: 'consent',
  })
  const refresh = async () => {
    const answer = await fetch(`${server.url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
    })
    return answer.status
  }
  // The connections end at some moment of these requests: before the commit or after it.
  for (let round = 0; round < 5; round++) {
    const asked = Array.from({ length: 4 }, refresh)
    await new Promise(resolve => setTimeout(resolve, round))
    server.proxy.interrupt('closed')
    const statuses = await Promise.all(asked)
    expect(statuses.every(status => status === 200 || status === 503)).toBe(true)
    server.proxy.state = 'open'
  }
  await expect.poll(refresh, { timeout: 30_000 }).toBe(200)
})
