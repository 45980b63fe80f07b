import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { browserReportRoute, kindOfReport, REPORTS_PATH } from './browser-reports.ts'

describe('the kind of a report', () => {
  test.each<[unknown, string]>([
    [{ type: 'csp-violation', body: { effectiveDirective: 'script-src-elem' } }, 'csp script-src'],
    [
      { type: 'csp-violation', body: { effectiveDirective: 'require-trusted-types-for' } },
      'csp require-trusted-types-for',
    ],
    [
      { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://x.example' } },
      'csp img-src',
    ],
    [{ 'csp-report': { 'violated-directive': "style-src-attr 'self'" } }, 'csp style-src'],
    [{ type: 'csp-violation', body: { effectiveDirective: 'made-up-1' } }, 'csp other'],
    [{ type: 'csp-violation', body: null }, 'csp other'],
    [{ type: 'coop', body: { disposition: 'enforce' } }, 'coop'],
    [{ type: 'permissions-policy-violation', body: { featureId: 'camera' } }, 'permissions'],
    [{ type: 'deprecation' }, 'other'],
    [null, 'other'],
    ['text', 'other'],
    [7, 'other'],
    [{ 'csp-report': 'text' }, 'other'],
  ])('of %j is %s', (report, kind) => {
    expect(kindOfReport(report)).toBe(kind)
  })
})

describe('the endpoint', () => {
  let app = fastify()
  let counted: string[] = []
  beforeEach(async () => {
    app = fastify()
    counted = []
    await browserReportRoute(app, { countEvent: (event, kind) => counted.push(`${event} ${kind}`) })
  })
  afterEach(() => app.close())
  const send = (payload: string, type = 'application/reports+json') =>
    app.inject({ method: 'POST', url: REPORTS_PATH, payload, headers: { 'content-type': type } })

  test('counts every report of a body, at most twenty', async () => {
    const report = { type: 'coop', url: 'https://passport.example/en/login?ut=secret' }
    expect((await send(JSON.stringify(Array(100).fill(report)))).statusCode).toBe(204)
    expect(counted).toEqual(Array(20).fill('browser_report coop'))
  })

  test.each(['', '{', 'null', '[[[]]]', '\0'])(
    'answers the malformed body %j like any other',
    async payload => {
      const answer = await send(payload, 'application/csp-report')
      expect([answer.statusCode, answer.body.includes('secret')]).toEqual([payload === '' ? 204 : 204, false])
    },
  )

  test('refuses other types and long bodies', async () => {
    expect((await send('[]', 'text/plain')).statusCode).toBe(415)
    expect((await send(`["${'x'.repeat(40_000)}"]`)).statusCode).toBe(413)
    expect(counted).toEqual([])
  })

  test('counts at most thirty bodies of an address a minute', async () => {
    for (let i = 0; i < 45; i++) expect((await send('[{"type":"coop"}]')).statusCode).toBe(204)
    expect(counted.length).toBe(30)
  })
})
