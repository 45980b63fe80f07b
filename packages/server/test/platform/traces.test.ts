/** Traces by OTLP, received by an HTTP server as a collector would. */
import { getBasicInfo, getFullInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fetchSiblingDomain } from '../../src/identity/cookie-sync/sibling-hosts.ts'
import { createRecaptcha } from '../../src/identity/verification/recaptcha.ts'
import { ConfigError, readConfig } from '../../src/platform/config/config.ts'
import { createLineLimit } from '../../src/platform/limits/line-limit.ts'
import { createSampler } from '../../src/platform/tracing/sampler.ts'
import { startTracing } from '../../src/platform/tracing/start-tracing.ts'
import { parseTraceParent, traceContext } from '../../src/platform/tracing/trace-parent.ts'
import { inRootSpan, inSpan, isTracing } from '../../src/platform/tracing/tracing.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { MASTER_KEY } from '../redemption/helpers.ts'
import { signInAtProvider } from '../sign-on/browser.ts'
import { type MockProvider, newPerson, startMockProvider } from '../sign-on/mock-provider.ts'
import { newEmail, PASSWORD, seedPerson } from '../support/accounts.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { type CollectedSpan, startTraceCollector } from '../support/trace-collector.ts'
import { startReceiver } from '../webhooks/webhook-receiver.ts'

type Collector = Awaited<ReturnType<typeof startTraceCollector>>

/** A trace that a trusted proxy begins. */
const newTrace = (flags = '01') => {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  return { traceId, headers: { traceparent: `00-${traceId}-b7ad6b7169203331-${flags}` } }
}

describe('a server with a collector', () => {
  let collector: Collector
  let provider: MockProvider
  let server: TestServer
  beforeAll(async () => {
    collector = await startTraceCollector()
    provider = await startMockProvider()
    server = await startTestServer({
      env: {
        KERF_MASTER_KEY: MASTER_KEY,
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_SERVICE_NAME: 'portal-eu-1',
        ...provider.env,
      },
    })
  })
  afterAll(async () => {
    await server.close()
    await provider.stop()
    await collector.close()
  })
  const ofTrace = (traceId: string) => collector.spans.filter(span => span.traceId === traceId)
  const named = (traceId: string, name: string): CollectedSpan | undefined =>
    ofTrace(traceId).find(span => span.name === name)
  const waitForSpan = (traceId: string, name: string): Promise<CollectedSpan> =>
    vi.waitFor(
      () => {
        const span = named(traceId, name)
        if (!span) throw new Error(`${name} is missing of ${ofTrace(traceId).map(one => one.name)}`)
        return span
      },
      { timeout: 60_000, interval: 50 },
    )

  test('joins a call, its statements, its job and the mail in the trace of the proxy, with the request id', async () => {
    const email = newEmail()
    const nonce = (await server.call(verifyEmail, { email, scene: 'register' })).data.nonce
    const { traceId, headers } = newTrace()
    const sent = await server.call(
      sendVerificationCode,
      { receiver: email, nonce, ticket: 'any' },
      { headers },
    )
    const mail = await waitForSpan(traceId, 'send mail')
    const call = await waitForSpan(traceId, `POST ${sendVerificationCode.path}`)
    expect(call).toMatchObject({
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': sendVerificationCode.path,
        'http.response.status_code': 200,
        'kerf.request.id': sent.requestId,
      },
      resource: { 'service.name': 'portal-eu-1', 'deployment.environment.name': 'us' },
    })
    const enqueue = await waitForSpan(traceId, 'mail_delivery.queue')
    expect(enqueue).toMatchObject({
      kind: 3,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'mail_delivery.queue' },
    })
    const job = await waitForSpan(traceId, 'process send_mail')
    expect(mail).toMatchObject({ parentSpanId: job.spanId, attributes: { 'kerf.mail.template': 'code' } })
    // Every span descends from the call.
    const ids = new Set(ofTrace(traceId).map(span => span.spanId))
    expect(ofTrace(traceId).filter(span => span !== call && !ids.has(span.parentSpanId ?? ''))).toEqual([])
  })

  test('records a session check and a password hash, and the status of a failed call', async () => {
    const { email } = await seedPerson(server)
    const { traceId, headers } = newTrace()
    const { data } = await server.call(login, { email, password: PASSWORD }, { headers })
    await server.call(getBasicInfo, undefined, { token: data.utoken, headers })
    await server.call(getFullInfo, undefined, { token: 'A'.repeat(43), headers })
    expect((await waitForSpan(traceId, 'password hash')).kind).toBe(1)
    const check = await waitForSpan(traceId, `GET ${getBasicInfo.path}`)
    await waitForSpan(traceId, 'session.find')
    expect(ofTrace(traceId).map(span => span.parentSpanId)).toContain(check.spanId)
    const refused = await waitForSpan(traceId, `GET ${getFullInfo.path}`)
    expect(refused).toMatchObject({ status: 0, attributes: { 'kerf.error.code': 20101 } })
  })

  test('samples as the parent says; a call without one begins a trace', async () => {
    const { uid } = await seedPerson(server)
    const token = await insertLiveSession(server, uid)
    const { traceId, headers } = newTrace('00')
    await server.call(getBasicInfo, undefined, { token, headers })
    const { requestId } = await server.call(getBasicInfo, undefined, { token })
    const begun = () => collector.spans.find(span => span.attributes['kerf.request.id'] === requestId)
    await expect.poll(begun, { timeout: 60_000 }).toMatchObject({ name: `GET ${getBasicInfo.path}` })
    expect([begun()?.parentSpanId, ofTrace(traceId)]).toEqual([undefined, []])
  })

  test('passes no secret, address or token on', async () => {
    const { email } = await seedPerson(server)
    const ip = '198.51.100.77'
    const { traceId, headers } = newTrace()
    const { data } = await server.call(login, { email, password: PASSWORD }, { headers, ip })
    const options = { headers, ip, token: data.utoken }
    await server.call(setOtherInfo, { nickname: 'Quillwort' }, options)
    await fetch(`${server.url}/login?ut=${data.utoken}`, { headers, redirect: 'manual' })
    await waitForSpan(traceId, `PATCH ${setOtherInfo.path}`)
    await waitForSpan(traceId, `POST ${login.path}`)
    const sent = collector.bodies.join('\n')
    for (const secret of [
      email,
      email.split('@')[0] ?? '',
      PASSWORD,
      data.utoken,
      ip,
      'Quillwort',
      'example.com',
    ])
      expect([secret, sent.includes(secret)]).toEqual([secret, false])
    expect(sent).not.toMatch(/select |insert |update /)
  })

  test('a webhook gets the trace context of its delivery', async () => {
    const app = await startReceiver(server)
    try {
      const { uid } = await seedPerson(server)
      const token = await insertLiveSession(server, uid)
      await server.sql(`update session set redeemed_by = '{}' where uid = $1`, uid)
      await app.redeem(token)
      await server.call(setOtherInfo, { nickname: 'One' }, { token })
      await expect.poll(() => app.traceParents.length, { timeout: 60_000 }).toBeGreaterThan(0)
      const sent = parseTraceParent(app.traceParents[0])
      await expect
        .poll(() => collector.spans.find(span => span.spanId === sent?.spanId), { timeout: 60_000 })
        .toMatchObject({
          name: 'POST webhook',
          kind: 3,
          traceId: sent?.traceId,
          attributes: { 'kerf.client.id': app.clientId, 'http.response.status_code': 204 },
        })
    } finally {
      await app.close()
    }
  })

  test('records each request to a provider by its name, and no secret, code or address of it', async () => {
    provider.person = newPerson()
    expect((await signInAtProvider(server, 'mock')).code).toBe(0)
    const exchange = () => collector.spans.find(span => span.name === 'POST mock')
    await expect.poll(exchange, { timeout: 60_000 }).toMatchObject({
      kind: 3,
      attributes: {
        'http.request.method': 'POST',
        'service.peer.name': 'mock',
        'http.response.status_code': 200,
      },
    })
    const callback = () => collector.spans.find(({ spanId }) => spanId === exchange()?.parentSpanId)
    await expect.poll(() => callback()?.kind, { timeout: 60_000 }).toBe(2)
    // The discovery document and the keys.
    expect(collector.spans.filter(span => span.name === 'GET mock').length).toBeGreaterThan(0)
    const sent = collector.bodies.join('\n')
    const { code = '', client_secret: secret = '' } = provider.exchanges.at(-1) ?? {}
    for (const hidden of [code, secret, new URL(provider.issuer).host]) {
      expect(hidden).not.toBe('')
      expect([hidden, sent.includes(hidden)]).toEqual([hidden, false])
    }
  })

  test('the collector is away: calls are answered, and later spans arrive', async () => {
    const { uid } = await seedPerson(server)
    const token = await insertLiveSession(server, uid)
    collector.answer(400)
    const lost = newTrace()
    expect((await server.call(getBasicInfo, undefined, { token, headers: lost.headers })).code).toBe(0)
    const failed = async () =>
      /kerf_events_total\{event="trace_span",outcome="failed"\} [1-9]/.test(
        await (await fetch(`${server.url}/metrics`)).text(),
      )
    await expect.poll(failed, { timeout: 60_000 }).toBe(true)
    collector.answer(200)
    const { traceId, headers } = newTrace()
    await server.call(getBasicInfo, undefined, { token, headers })
    await waitForSpan(traceId, `GET ${getBasicInfo.path}`)
  })
})

describe('without a collector that answers', () => {
  const settings = { serviceName: 'x', headers: {}, sampler: 'always_on', ratio: 1 } as const
  const start = (url: string) => {
    const counts = { exported: 0, dropped: 0, failed: 0 }
    const lines: object[] = []
    // One interval without an end: a test that runs over the edge of two would see two lines.
    const countLeftOut = createLineLimit(1, Number.POSITIVE_INFINITY)
    const running = startTracing(
      { ...settings, url },
      {
        serviceVersion: '1',
        deployment: 'us',
        count: (outcome, spans) => {
          counts[outcome] += spans
        },
        warn: details => {
          if (countLeftOut() !== undefined) lines.push(details)
        },
      },
    )
    return { counts, lines, stop: running.stop }
  }
  const span = () =>
    inRootSpan(
      undefined,
      () => ({ name: 'x', kind: 0, attributes: {} }),
      async () => undefined,
    )

  test('the queue is bounded, one line tells it, and what was dropped is counted', async () => {
    const { counts, lines, stop } = start('http://127.0.0.1:9/v1/traces')
    for (let i = 0; i < 20_000; i++) await span()
    expect(counts.dropped).toBeGreaterThan(5_000)
    expect(lines).toHaveLength(1)
    await stop()
    expect(isTracing()).toBe(false)
  })

  test('requests to the human check and to sibling hosts are spans, also when nobody answers', async () => {
    const collector = await startTraceCollector()
    const { stop } = start(`${collector.url}/v1/traces`)
    const nobody = 'http://127.0.0.1:9'
    await inRootSpan(
      undefined,
      () => ({ name: 'call', kind: 1, attributes: {} }),
      async () => {
        await expect(createRecaptcha('secret', nobody)('token', '198.51.100.7')).rejects.toThrow()
        await expect(fetchSiblingDomain(nobody)).resolves.toBeUndefined()
      },
    )
    await stop()
    const root = collector.spans.find(span => span.name === 'call')
    for (const name of ['POST recaptcha', 'GET sibling host'])
      expect(collector.spans.find(span => span.name === name)).toMatchObject({
        parentSpanId: root?.spanId,
        status: 2,
        attributes: { 'error.type': expect.any(String) },
      })
    await collector.close()
  })

  test('exports what is left when the server stops', async () => {
    const collector = await startTraceCollector()
    const { counts, stop } = start(`${collector.url}/v1/traces`)
    for (let i = 0; i < 3; i++) await span()
    await stop()
    expect([collector.spans.length, counts.exported]).toEqual([3, 3])
    await collector.close()
  })
})

test('off, a traced function is all that runs', async () => {
  expect([isTracing(), traceContext()]).toEqual([false, {}])
  const options = vi.fn()
  await expect(inSpan(options, async given => given)).resolves.toBeUndefined()
  expect(options).not.toHaveBeenCalled()
})

describe('samplers', () => {
  const parent = (traceId: string, sampled: boolean) => ({ traceId, spanId: '1'.repeat(16), sampled })
  const [low, high] = [`${'0'.repeat(31)}1`, `${'0'.repeat(24)}ffffffff`]
  test('a parent decides for parent-based samplers only', () => {
    const based = createSampler({ sampler: 'parentbased_traceidratio', ratio: 0 })
    expect([based(undefined), based(parent(low, true)), based(parent(low, false))]).toEqual([
      false,
      true,
      false,
    ])
    const byId = createSampler({ sampler: 'traceidratio', ratio: 0.5 })
    expect([byId(parent(low, false)), byId(parent(high, true))]).toEqual([true, false])
    const on = createSampler({ sampler: 'always_on', ratio: 0 })
    expect([on(undefined), on(parent(low, false))]).toEqual([true, true])
  })
  test('samples the ratio of the traces', () => {
    const sample = createSampler({ sampler: 'parentbased_traceidratio', ratio: 0.25 })
    const count = Array.from({ length: 20_000 }, () => sample(undefined)).filter(Boolean).length
    expect(count).toBeGreaterThan(4_500)
    expect(count).toBeLessThan(5_500)
  })
})

describe('settings', () => {
  const read = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...env }, '/tmp').tracing
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  test('are those of OpenTelemetry', () => {
    expect(read({})).toBeUndefined()
    expect(read({ OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined()
    expect(read(endpoint)).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      serviceName: 'kerf-passport',
      sampler: 'parentbased_always_on',
      ratio: 1,
    })
    expect(read({ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t/x' })?.url).toBe('https://t/x')
    const headers = 'authorization=Basic%20YTpi, x-scope=eu=1'
    expect(read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers })?.headers).toEqual({
      authorization: 'Basic YTpi',
      'x-scope': 'eu=1',
    })
    expect(read({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  })
  test.each([
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1 %'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => read({ ...endpoint, [name]: value })).toThrow(ConfigError)
  })
})
