/** The demo operator of development cannot exist in production (S-176). */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config/config.ts'
import { findFreePort } from '../../src/platform/embedded-postgres/free-port.ts'
import { loadDevelopment } from '../../src/process/development.ts'
import { prepareInstallation } from '../../src/process/prepare-installation.ts'
import { createDatabaseWait } from '../../src/process/waiting-server.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const servers: TestServer[] = []
afterAll(async () => {
  for (const server of servers) await server.close()
})

const PRODUCTION = {
  NODE_ENV: 'production',
  CONSOLE_HOST: 'console.kerf.test',
  PUBLIC_URL: 'https://passport.kerf.test',
  MAIL_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Kerf <passport@kerf.test>',
  HUMAN_CHECK: 'slider',
}

async function entranceOf(env: Readonly<Record<string, string>>) {
  const port = await findFreePort()
  const server = await startTestServer({
    env: { CONSOLE_API: `127.0.0.1:${port}`, ...env },
  })
  servers.push(server)
  const answer = await fetch(`http://127.0.0.1:${port}/entrance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const operators = await server.sql<{ name: string }>('select name from operator where removed_at is null')
  return { entrance: (await answer.json()) as { readonly demo: string | null }, operators }
}

test('development offers an invitation to the first browser', async () => {
  const { entrance, operators } = await entranceOf({
    NODE_ENV: 'development',
    CONSOLE_HOST: 'console.localhost:8090',
  })
  expect(entrance.demo).toMatch(/^[\w-]{43}$/)
  expect(operators).toEqual([{ name: 'demo' }])
})

test('production offers none, and creates no operator', async () => {
  const { entrance, operators } = await entranceOf(PRODUCTION)
  expect(entrance).toEqual({ company: false, demo: null })
  expect(operators).toEqual([])
})

test('a production start removes the operators of development, and whom they let in', async () => {
  const server = servers.at(-1)
  if (!server) throw new Error('no server')
  await server.sql(
    `with o as (insert into operator (id, name, roles, invited_by)
               select id, id, '{owner}', by from (values ('demo', 'development'), ('friend', 'demo'), ('other', 'lin')) v (id, by)),
             i as (insert into operator_issuer values ('friend', 'demo'), ('other', 'name:lin')),
             k as (insert into operator_passkey (credential_id, operator, public_key, sign_count, backup_eligible, transports)
               select id::bytea, id, 'x', 0, true, '{}' from unnest(array['demo', 'friend', 'other']) id)
             insert into operator_invitation (hash, operator, issued_by, issuers, expires_at)
               select sha256(by::bytea), 'other', by, array[by], now() + interval '1 day' from unnest(array['development', 'demo', 'lin']) by`,
  )
  const config = readConfig(server.env, server.env.DATA_DIR ?? '')
  await prepareInstallation(config, createDatabaseWait(config))
  const rows = (text: string) => server.sql(text)
  expect(await rows('select name from operator where removed_at is null')).toEqual([{ name: 'other' }])
  expect(await rows('select operator from operator_passkey')).toEqual([{ operator: 'other' }])
  expect(await rows('select issued_by from operator_invitation')).toEqual([{ issued_by: 'lin' }])
})

test('production loads no development code, and the console has none', async () => {
  expect(await loadDevelopment({ production: true })).toBeUndefined()
  const source = readFileSync(
    fileURLToPath(new URL('../../src/operations/console/console-routes.ts', import.meta.url)),
    'utf8',
  )
  expect(source).not.toContain('demo/')
})
