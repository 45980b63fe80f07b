/** The demo operator of development cannot exist in production (S-176). */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { loadDevelopment } from '../../src/process/development.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const servers: TestServer[] = []
afterAll(async () => {
  for (const server of servers) await server.close()
})

async function entranceOf(env: Readonly<Record<string, string>>) {
  const port = await freePort()
  const server = await startTestServer({ env: { CONSOLE_API: `127.0.0.1:${port}`, ...env } })
  servers.push(server)
  const answer = await fetch(`http://127.0.0.1:${port}/entrance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const operators = await server.sql<{ name: string }>('select name from operator')
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
  const { entrance, operators } = await entranceOf({
    NODE_ENV: 'production',
    CONSOLE_HOST: 'console.kerf.test',
    PUBLIC_URL: 'https://passport.kerf.test',
    MAIL_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Kerf <passport@kerf.test>',
    HUMAN_CHECK: 'slider',
  })
  expect(entrance).toEqual({ company: false, demo: null })
  expect(operators).toEqual([])
})

test('production loads no development code, and the console has none', async () => {
  expect(await loadDevelopment({ production: true })).toBeUndefined()
  const source = readFileSync(
    fileURLToPath(new URL('../../src/operations/console/console-routes.ts', import.meta.url)),
    'utf8',
  )
  expect(source).not.toContain('demo/')
})
