/**
 * A server that hangs is left out within seconds and its calls end (P-34), while a server that drains finishes its calls. Behind
 * HAProxy as deploy/ configures it.
 */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setOtherInfo } from '@kerf/contract/endpoints/profile'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { atMost, formatNumber } from '../harness/figures.ts'
import { createInstallation } from '../harness/installation.ts'
import { type Drill, violations } from './drill.ts'
import { type Node, startNodes } from './topology/nodes.ts'
import { verificationFindings, verifyAcknowledged } from './workload/verify.ts'
import { type CallRecord, DAILY_MIX, startWorkload } from './workload/workload.ts'

const RATE = 50
const FROZEN_MS = 60_000
/** Two checks of 5 s, and the intervals between checks. */
const NOTICE_LIMIT_SECONDS = 12
/** Longer than HAProxy needs to see the drain, shorter than DRAIN_SECONDS. */
const SLOW_CALL_MS = 5_000
const SLOW_CALLS = 10
const DRAIN_SECONDS = '10'
const BODY = JSON.stringify({ nickname: 'Nobody' })

/** Sends a call whose body takes 5 s. Resolves with the HTTP status; 0: no answer. */
async function callSlowly(url: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const outgoing = request(url + setOtherInfo.path, {
    method: setOtherInfo.method,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(BODY),
      [TOKEN_HEADER]: 'A'.repeat(43),
    },
  })
  outgoing.on('response', answer => {
    answer.resume()
    answer.on('end', () => resolve(answer.statusCode ?? 0))
    answer.on('error', () => resolve(0))
  })
  outgoing.on('error', () => resolve(0))
  outgoing.write(BODY.slice(0, 10))
  await sleep(SLOW_CALL_MS)
  outgoing.end(BODY.slice(10))
  return promise
}

const slowestSeconds = (records: readonly CallRecord[]): number =>
  Math.max(0, ...records.map(({ ms }) => ms)) / 1_000

export const drill: Drill = {
  title: `one of two servers hangs for ${FROZEN_MS / 1_000} s at ${RATE} calls a second; then one drains`,
  promises: ['P-34', 'P-09', 'P-07'],
  async run({ say, keep }) {
    const installation = await createInstallation()
    const { url, nodes } = await startNodes({ ...installation.env, DRAIN_SECONDS })
    const workload = await startWorkload(installation, { url, rate: RATE, mix: DAILY_MIX })
    await sleep(5_000)
    const signal = ({ server }: Node, name: NodeJS.Signals): void => {
      if (server) process.kill(server.pid, name)
    }
    const [frozen, other] = nodes
    const frozenAt = workload.now()
    signal(frozen, 'SIGSTOP')
    await sleep(FROZEN_MS)
    signal(frozen, 'SIGCONT')
    const resumedAt = workload.now()
    await sleep(5_000)

    say('one server drains with calls in progress')
    const drainAt = workload.now()
    const slow = Promise.all(Array.from({ length: SLOW_CALLS }, () => callSlowly(url)))
    await sleep(500)
    await other.stop()
    const statuses = await slow
    const drainedAt = workload.now()
    await other.start()
    await sleep(3_000)
    await workload.stop()

    const { records } = workload
    const during = records.filter(({ at }) => at >= frozenAt && at < resumedAt)
    const later = during.filter(({ at }) => at >= frozenAt + NOTICE_LIMIT_SECONDS * 1_000)
    const draining = records.filter(({ at }) => at >= drainAt && at <= drainedAt)
    const failed = (list: readonly CallRecord[]) => list.filter(({ code }) => code !== 0)
    const unexpected = failed(during).filter(({ code, error }) => code !== 20901 && error === undefined)
    keep('failed', failed(records))
    const verification = await verifyAcknowledged(workload, installation.databaseUrl, installation.keys)
    return [
      {
        promise: 'P-34',
        name: 'server hangs: longest call',
        value: slowestSeconds(during),
        unit: 's',
        limit: atMost(NOTICE_LIMIT_SECONDS),
        note: `${failed(during).length} of ${during.length} calls refused`,
      },
      violations(
        'P-34',
        `calls refused ${NOTICE_LIMIT_SECONDS} s after it began to hang`,
        failed(later).length,
        `of ${later.length}, slowest ${formatNumber(slowestSeconds(later))} s`,
      ),
      violations(
        'P-09',
        'calls in progress that a drain cut',
        statuses.filter(status => status === 0 || status >= 500).length,
        `of ${SLOW_CALLS}: ${statuses.join(', ')}`,
      ),
      violations('P-09', 'failed calls during the drain', failed(draining).length, `of ${draining.length}`),
      {
        promise: 'P-34',
        name: 'calls of the server that hung: connection ended, or 20901',
        value: failed(during).length - unexpected.length,
        note: `${during.filter(({ error }) => error !== undefined).length} connections ended`,
      },
      violations('P-34', 'other failures meanwhile', unexpected.length),
      ...verificationFindings(verification),
    ]
  },
}
