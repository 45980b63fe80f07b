/** Safety training: a thousand people watching at once, and certificates being drawn. */
import {
  getCertificatePdf,
  reportWatchPosition,
  WATCH_REPORT_INTERVAL_MS,
} from '@kerf/contract/endpoints/training'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, atMost, short } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'
import { fire } from '../load/fire.ts'
import type { Call } from '../load/shot.ts'

const VIEWERS = 1_000
/** So many that no account is asked for more files than it may have in a minute. */
const HOLDERS = 2_000
/** What the viewers send, twice over. */
const WANTED = (2 * VIEWERS * 1_000) / WATCH_REPORT_INTERVAL_MS

const watchOf = (index: number): string => `a_bench${index}`

export const section: Section = {
  title: `Training: ${VIEWERS} viewers; certificates`,
  async run({ installation, accounts, seconds }: Context) {
    const { tokens } = await accounts()
    const made = await installation()
    const viewers = tokens.slice(0, VIEWERS)
    await made.db.query({
      text: `insert into watch (uid, id, course, lesson, version, duration)
             select s.uid, 'a_bench' || t.n - 1, 'laser', 'fire', '1', 3600000
               from unnest($1::text[]) with ordinality t(token, n)
               join session s on s.token_hash = sha256(convert_to(t.token, 'utf8'))
             on conflict do nothing`,
      values: [viewers],
    })
    await made.db.query({
      text: `insert into certificate (uid, course, cert_id, issued_at, number, bearer)
             select s.uid, 'laser', s.handle, now(), 'KL-' || s.handle, 'Maker 激光 ' || s.handle
               from session s where s.token_hash = any(select sha256(convert_to(t, 'utf8')) from unnest($1::text[]) t)
             on conflict do nothing`,
      values: [tokens.slice(0, HOLDERS)],
    })
    const server = await startServer(made.env)
    const beats: Call[] = viewers.map((token, index) => ({
      method: 'POST',
      path: reportWatchPosition.path,
      headers: { [TOKEN_HEADER]: token, 'content-type': 'application/json' },
      body: JSON.stringify({ watch: watchOf(index), position: 1_000 }),
    }))
    const files: Call[] = tokens.slice(0, HOLDERS).map(token => ({
      method: 'GET',
      path: getCertificatePdf.path,
      headers: { [TOKEN_HEADER]: token },
    }))
    await fire({ url: server.url, connections: 64, seconds: 2, calls: beats })
    const beating = await fire({ url: server.url, connections: 64, seconds, calls: beats })
    await fire({ url: server.url, connections: 1, seconds: 2, calls: files.slice(-100) })
    const drawing = await fire({ url: server.url, connections: 4, seconds, calls: files.slice(0, -100) })
    // While certificates are drawn, beats go on.
    const [both] = await Promise.all([
      fire({ url: server.url, connections: 64, seconds, calls: beats }),
      fire({ url: server.url, connections: 4, seconds, calls: files.slice(0, -100).toReversed() }),
    ])
    await server.stop()
    return [
      {
        name: `beats of ${VIEWERS} viewers`,
        value: beating.rate,
        unit: '/s',
        limit: atLeast(WANTED),
        note: `p50 ${short(beating.p50)} ms; they send ${WANTED / 2}/s`,
      },
      { name: 'beats, p99', value: beating.p99, unit: 'ms', limit: atMost(200) },
      {
        name: 'beats while certificates are drawn',
        value: both.rate,
        unit: '/s',
        limit: atLeast(WANTED),
        note: `p99 ${short(both.p99)} ms`,
      },
      {
        name: 'certificates',
        value: drawing.rate,
        unit: '/s',
        limit: atLeast(1),
        note: 'four asking at once',
      },
      { name: 'certificates, p99', value: drawing.p99, unit: 'ms', limit: atMost(5_000) },
    ]
  },
}
