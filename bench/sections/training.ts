/** Safety training: position reports of 1,000 concurrent viewers, and rendering of certificates. */
import { getCertificatePdf } from '@kerf/contract/endpoints/certificate'
import { reportWatchPosition, WATCH_REPORT_INTERVAL_MS } from '@kerf/contract/endpoints/training'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, formatNumber } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'
import type { Call } from '../load/load.ts'
import { runLoad } from '../load/run-load.ts'

const VIEWERS = 1_000
/** So many that no account reaches the limit of certificate files per minute. */
const HOLDERS = 2_000
/** Twice the rate at which the viewers send reports. */
const REQUIRED_RATE = (2 * VIEWERS * 1_000) / WATCH_REPORT_INTERVAL_MS

const watchSessionId = (index: number): string => `a_bench${index}`

export const section: Section = {
  title: `Training: ${VIEWERS} viewers; certificates`,
  async run({ installation, accounts, seconds }: Context) {
    const { tokens } = await accounts()
    const created = await installation()
    const viewers = tokens.slice(0, VIEWERS)
    await created.db.query({
      text: `insert into watch (uid, id, course, lesson, version, duration)
             select s.uid, 'a_bench' || t.n - 1, 'laser', 'fire', '1', 3600000
               from unnest($1::text[]) with ordinality t(token, n)
               join session s on s.token_hash = sha256(convert_to(t.token, 'utf8'))
             on conflict do nothing`,
      values: [viewers],
    })
    await created.db.query({
      text: `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
             select s.uid, 'laser', s.handle, now(), 'KL-' || s.handle, 'Maker 激光 ' || s.handle
               from session s where s.token_hash = any(select sha256(convert_to(t, 'utf8')) from unnest($1::text[]) t)
             on conflict do nothing`,
      values: [tokens.slice(0, HOLDERS)],
    })
    const server = await startServer(created.env)
    const reports: Call[] = viewers.map((token, index) => ({
      method: 'POST',
      path: reportWatchPosition.path,
      headers: { [TOKEN_HEADER]: token, 'content-type': 'application/json' },
      body: JSON.stringify({ watch: watchSessionId(index), position: 1_000 }),
    }))
    const certificates: Call[] = tokens.slice(0, HOLDERS).map(token => ({
      method: 'GET',
      path: getCertificatePdf.path,
      headers: { [TOKEN_HEADER]: token },
    }))
    await runLoad({ url: server.url, connections: 64, seconds: 2, calls: reports })
    const reporting = await runLoad({ url: server.url, connections: 64, seconds, calls: reports })
    await runLoad({ url: server.url, connections: 1, seconds: 2, calls: certificates.slice(-100) })
    const rendering = await runLoad({
      url: server.url,
      connections: 4,
      seconds,
      calls: certificates.slice(0, -100),
    })
    // Reports while certificates are rendered.
    const [reportingWhileRendering] = await Promise.all([
      runLoad({ url: server.url, connections: 64, seconds, calls: reports }),
      runLoad({ url: server.url, connections: 4, seconds, calls: certificates.slice(0, -100).toReversed() }),
    ])
    await server.stop()
    return [
      {
        name: `position reports of ${VIEWERS} viewers`,
        value: reporting.rate,
        unit: '/s',
        limit: atLeast(REQUIRED_RATE),
        note: `p50 ${formatNumber(reporting.p50)} ms; they send ${REQUIRED_RATE / 2}/s`,
      },
      { name: 'position reports, p99', value: reporting.p99, unit: 'ms', limit: atMost(200) },
      {
        name: 'position reports while rendering certificates',
        value: reportingWhileRendering.rate,
        unit: '/s',
        limit: atLeast(REQUIRED_RATE),
        note: `p99 ${formatNumber(reportingWhileRendering.p99)} ms`,
      },
      {
        name: 'certificates',
        value: rendering.rate,
        unit: '/s',
        limit: atLeast(1),
        note: '4 connections',
      },
      { name: 'certificates, p99', value: rendering.p99, unit: 'ms', limit: atMost(5_000) },
    ]
  },
}
