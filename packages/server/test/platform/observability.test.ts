/** Metrics, correlation of requests, alert rules and dashboards. */
import { readFileSync } from 'node:fs'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { createLineLimit } from '../../src/platform/limits/line-limit.ts'
import { createRequestCorrelation } from '../../src/web/request/request-correlation.ts'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'

const deploy = new URL('../../../../deploy/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, deploy), 'utf8')

// Below its data folder. Alert rules read the metrics of backups.
const server = await useTestServer({ env: { BACKUP_TO: 'backups' } })

const scrape = async (url = server.url) => (await fetch(`${url}/metrics`)).text()

test('keeps the request id of a trusted proxy', async () => {
  const idOf = async (id: string) =>
    (await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  expect(await idOf('edge-7.a:b_c')).toBe('edge-7.a:b_c')
  for (const unsafe of ['a b', 'x'.repeat(65), '<script>', '-edge'])
    expect(await idOf(unsafe)).not.toBe(unsafe)
})

test('no own id begins with a hyphen, which a command line would take for an option', () => {
  const visitor = { headers: {}, socket: {} } as never
  const ids = Array.from({ length: 1_000 }, () => createRequestCorrelation([]).requestId(visitor))
  expect(ids.filter(id => id.startsWith('-'))).toEqual([])
})

test('ignores ids of a peer that is no trusted proxy, and malformed trace contexts', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const request = (remoteAddress: string, traceparent = `00-${trace}-b7ad6b7169203331-01`) =>
    ({ headers: { 'x-request-id': 'edge-1', traceparent }, socket: { remoteAddress } }) as never
  const { requestId, traceParent } = createRequestCorrelation(['10.0.0.0/8', 'fd00::/8'])
  const traceId = (of: never) => traceParent(of)?.traceId
  for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1'])
    expect([requestId(request(proxy)), traceId(request(proxy))]).toEqual(['edge-1', trace])
  for (const visitor of ['11.1.2.3', '2001:db8::1', ''])
    expect([requestId(request(visitor)) === 'edge-1', traceId(request(visitor))]).toEqual([false, undefined])
  for (const malformed of [
    '',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `ff-${trace}-b7ad6b7169203331-01`,
    trace,
  ])
    expect(traceId(request('10.1.2.3', malformed))).toBeUndefined()
})

test('writes the first lines of an outage and counts the others', () => {
  const countLeftOut = createLineLimit(2, 3_600_000)
  expect([countLeftOut(), countLeftOut(), countLeftOut(), countLeftOut()]).toEqual([
    0,
    0,
    undefined,
    undefined,
  ])
})

/** Names of metrics in expressions, without their labels and ranges. */
function metricNames(expressions: readonly string[]): string[] {
  const found = expressions.flatMap(expression =>
    [...expression.replace(/\{[^}]*\}|\bby \([^)]*\)/g, '').matchAll(/\b[a-z]+(?:_[a-z0-9]+){2,}\b/g)].map(
      ([name]) => name,
    ),
  )
  return [...new Set(found)].filter(name => !/^(?:histogram_quantile|label_values)$/.test(name))
}

test('serves every metric that alert rules and dashboards read', async () => {
  const { email } = await seedPerson(server)
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(0)
  const text = await scrape()
  const rules = [...read('prometheus/kerf-passport.rules.yml').matchAll(/expr:((?: .*|\n {10,}.*)+)/g)]
  const dashboard = JSON.parse(read('grafana/kerf-passport.json')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect([rules.length, queries.length > 10]).toEqual([22, true])
  const names = metricNames([...rules.map(([, expression = '']) => expression), ...queries])
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    const base = name.replace(/_(?:count|bucket|sum)$/, '')
    expect([name, text.includes(`# TYPE ${name} `) || text.includes(`# TYPE ${base} `)]).toEqual([name, true])
  }
})

/** Grafana's form of its variable. */
const DATA_SOURCE = ['$', '{datasource}'].join('')
test('the panels of the dashboard have a form that Grafana imports', () => {
  interface Panel {
    readonly id: number
    readonly title: string
    readonly type: string
    readonly datasource: { readonly type: string; readonly uid: string }
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
    readonly targets: readonly { readonly refId: string; readonly expr: string }[]
  }
  const dashboard = JSON.parse(read('grafana/kerf-passport.json')) as {
    schemaVersion: number
    templating: { list: { name: string; type: string }[] }
    panels: Panel[]
  }
  const { panels } = dashboard
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36)
  expect(dashboard.templating.list).toContainEqual(
    expect.objectContaining({ name: 'datasource', type: 'datasource' }),
  )
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, type, datasource, gridPos, targets } of panels) {
    expect(['timeseries', 'stat', 'gauge', 'bargauge', 'table', 'heatmap']).toContain(type)
    expect([title, datasource]).toEqual([title, { type: 'prometheus', uid: DATA_SOURCE }])
    // Grafana's grid has 24 columns.
    expect([title, gridPos.x >= 0 && gridPos.w > 0 && gridPos.h > 0 && gridPos.x + gridPos.w <= 24]).toEqual([
      title,
      true,
    ])
    expect([title, new Set(targets.map(({ refId }) => refId)).size]).toEqual([title, targets.length])
  }
  const overlaps = panels.flatMap(({ title, gridPos: one }, index) =>
    panels
      .slice(index + 1)
      .flatMap(({ title: other, gridPos: two }) =>
        one.x < two.x + two.w && two.x < one.x + one.w && one.y < two.y + two.h && two.y < one.y + one.h
          ? [[title, other]]
          : [],
      ),
  )
  expect(overlaps).toEqual([])
})

const ruleTests = ['rules', 'weeks'].map(name => `prometheus/kerf-passport.${name}.test.yml`)

test('every alert has a runbook', () => {
  const runbooks = readFileSync(new URL('../docs/runbooks.md', deploy), 'utf8')
  const alerts = [...read('prometheus/kerf-passport.rules.yml').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  )
  expect(alerts.filter(name => !runbooks.includes(`## ${name}\n`))).toEqual([])
})

test('every alert has a test that it fires, and one that it does not', () => {
  const alerts = [...read('prometheus/kerf-passport.rules.yml').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  )
  const cases = [
    ...ruleTests
      .map(read)
      .join('\n')
      .matchAll(/alertname: (\w+)\n\s+exp_alerts:( \[\])?/g),
  ]
  const tested = (fires: boolean) => cases.filter(([, , none]) => fires === !none).map(([, name]) => name)
  for (const fires of [true, false]) {
    const names = new Set(tested(fires))
    expect(
      alerts.filter(name => !names.has(name)),
      `fires: ${fires}`,
    ).toEqual([])
  }
})

test('answers a scrape for all workers', async () => {
  const many = await startTestServer({ processes: 1, env: { WORKERS: '2' } })
  try {
    const REQUESTS = 24
    for (let i = 0; i < REQUESTS; i++)
      await (await fetch(`${many.url}/healthz`, { headers: { connection: 'close' } })).text()
    const count = async () =>
      Number(
        /^http_server_request_duration_seconds_count\{http_route="\/healthz".*\} (\d+)$/m.exec(
          await scrape(many.url),
        )?.[1],
      )
    for (let i = 0; i < 4; i++) expect(await count()).toBe(REQUESTS)
  } finally {
    await many.close()
  }
})
