/** Access to every endpoint, generated from the endpoint table (S-072, S-073, S-075). */

import type { Access, Endpoint } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { insertLiveSession } from './fixtures.ts'
import { callSample, sampleInput } from './sample-input.ts'

const server = await useTestServer()

const TABLE = Object.entries(ENDPOINTS as Readonly<Record<string, Endpoint>>)
const having = (...access: readonly Access[]) =>
  TABLE.filter(([, endpoint]) => access.includes(endpoint.access))
const WITH_SESSION = having('signed-in', 'personal', 'enterprise')
const WITH_INPUT = TABLE.filter(([, endpoint]) => endpoint.input !== undefined)

/** An account of a kind that may call the endpoint. */
const rightful = async ({ access, underDefaultPassword }: Endpoint): Promise<string> => {
  const business = access === 'enterprise'
  const defaultPassword = underDefaultPassword === 'always'
  const { uid } = business ? await seedBusiness(server, { defaultPassword }) : await seedPerson(server)
  return insertLiveSession(server, uid)
}

describe('access by kind of account', () => {
  test.each(WITH_SESSION)('%s requires a session', async (_, endpoint) => {
    for (const token of [undefined, 'A'.repeat(43), 'x'])
      expect((await callSample(server, endpoint, token)).code).toBe(20101)
  })

  test.each(having('personal', 'enterprise'))('%s rejects the other kind of account', async (_, endpoint) => {
    const other = endpoint.access === 'personal' ? await seedBusiness(server) : await seedPerson(server)
    expect((await callSample(server, endpoint, await insertLiveSession(server, other.uid))).code).toBe(20102)
    const own = await rightful(endpoint)
    expect([20101, 20102]).not.toContain((await callSample(server, endpoint, own)).code)
  })

  test.each(having('signed-in'))('%s accepts both kinds of account', async (_, endpoint) => {
    for (const { uid } of [await seedBusiness(server), await seedPerson(server)])
      expect((await callSample(server, endpoint, await insertLiveSession(server, uid))).code).not.toBe(20101)
  })

  test.each(WITH_SESSION)('%s rejects an ended session and a banned account', async (_, endpoint) => {
    const token = await rightful(endpoint)
    await server.sql(
      `update session set last_seen = now() - interval '366 days' where token_hash = sha256($1)`,
      token,
    )
    expect((await callSample(server, endpoint, token)).code).toBe(20101)
  })
})

describe('unknown input fields', () => {
  let columns: string[]
  beforeAll(async () => {
    const rows = await server.sql<{ name: string }>(
      `select distinct column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
    )
    columns = [
      ...rows.map(({ name }) => name),
      'role',
      'verified',
      'isAdmin',
      'enterprise',
      'enterpriseUser',
      'id',
    ]
  })

  test.each(WITH_INPUT)(
    '%s ignores or rejects database columns that are not its input',
    async (_, endpoint) => {
      const sample = sampleInput(endpoint) ?? {}
      expect(columns.length).toBeGreaterThan(50)
      const extra = columns.filter(name => !(name in sample))
      const taken = extra.filter(
        name =>
          endpoint.input && v.safeParse(endpoint.input, { ...sample, [name]: sample.uid ?? 'x' }).success,
      )
      expect(taken).toEqual([])
      const token =
        endpoint.access === 'anyone' || endpoint.access === 'app' ? undefined : await rightful(endpoint)
      for (const name of ['uid', 'status', 'default_password'].filter(name => !(name in sample))) {
        const answer = await callSample(server, endpoint, token, { ...sample, [name]: 'x' })
        // Calls of apps are made without credentials here, which are checked before the input.
        expect([name, answer.code]).toEqual([name, endpoint.access === 'app' ? 20121 : 20001])
      }
    },
  )
})

describe('prototype pollution', () => {
  const poisons = [
    '"__proto__":{"polluted":true}',
    '"constructor":{"prototype":{"polluted":true}}',
    '"__proto__":{"__proto__":{"polluted":true}}',
    '"prototype":{"polluted":true}',
    '"\\u005f_proto__":{"polluted":true}',
  ]
  test.each(TABLE.filter(([, { fileBody }]) => fileBody === undefined))(
    '%s does not change prototypes',
    async (_, endpoint) => {
      const token =
        endpoint.access === 'anyone' || endpoint.access === 'app' ? undefined : await rightful(endpoint)
      const sample = JSON.stringify(sampleInput(endpoint) ?? {}).slice(1, -1)
      const headers = { 'content-type': 'application/json', ...(token !== undefined && { utoken: token }) }
      const path = endpoint.path.replace(':id', '__proto__').replace(':channel', 'constructor')
      for (const poison of poisons) {
        const query = '?__proto__[polluted]=1&constructor[prototype][polluted]=1&__proto__.polluted=1'
        const url = new URL(path + query, server.url)
        const body = `{${[poison, sample].filter(Boolean).join(',')}}`
        const { method } = endpoint
        const response = await fetch(url, { method, headers, ...(method !== 'GET' && { body }) })
        expect(response.status).toBeLessThan(500)
        await response.arrayBuffer()
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
        expect(Object.keys(Object.prototype)).toEqual([])
      }
    },
  )
})
