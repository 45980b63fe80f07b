/** The program of docs/openid-libraries.md for the MCP SDK, by `npm run interop -- mcp`: it knows the address of an API and nothing else. */
import { createServer } from 'node:http'
import { protectedResource } from '@kerf/client'
import * as client from 'openid-client'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../src/platform/embedded-postgres/free-port.ts'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { useDocumentHost } from './document-host.ts'
import { createVisitor } from './http-visitor.ts'
import { issuerOf, registerClient } from './openid-fixture.ts'
import { runProgram } from './quick-start.ts'

const packages = process.env.KERF_INTEROP_LIBRARIES ?? ''

describe.runIf(packages !== '')('the MCP SDK', async () => {
  const server = await useTestServer({ env: { CLIENT_DOCUMENTS: 'on' } })
  const { serve } = await useDocumentHost()
  const apiPort = await findFreePort()
  const resource = `http://localhost:${apiPort}/mcp`
  const registered = await registerClient(server, {
    ...{ name: 'Jobs', type: 'api', redirectUris: [] },
    api: { resource, scopes: ['jobs:read|See jobs|查看|open'] },
  })
  const api = protectedResource({ portal: issuerOf(server), resource, scopes: ['jobs:read'] })
  const host = createServer(async (request, response) => {
    if (request.url === api.path) return response.end(JSON.stringify(api.metadata))
    const token = request.headers.authorization?.replace('Bearer ', '')
    const found = token ? await client.tokenIntrospection(registered.config, token) : undefined
    if (found?.active && found.aud === resource && found.scope === 'jobs:read')
      return response.end(`Jobs of ${found.sub} by ${found.client_id}`)
    return response.writeHead(401, { 'www-authenticate': api.challenge({ error: 'invalid_token' }) }).end()
  })
  await new Promise<void>(resolve => host.listen(apiPort, '127.0.0.1', resolve))
  afterAll(() => host.close())

  test('logs a person in without an operator', async () => {
    const id = serve('/mcp.json', {
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    })
    const port = await findFreePort()
    const program = runProgram('mcp.mjs', {
      packages,
      environment: { API: resource, CLIENT_DOCUMENT: id, PORT: String(port) },
    })
    onTestFinished(() => program.stop())
    await program.line(/^ready$/)
    const person = await seedPerson(server)
    const visitor = createVisitor(issuerOf(server), person)
    expect(await visitor.open(`http://127.0.0.1:${port}/`)).toBe(`Jobs of ${person.uid} by ${id}`)
    expect(visitor.logins()).toBe(1)
  })
})
