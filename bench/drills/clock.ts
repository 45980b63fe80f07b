/** The database's clock decides, whatever a server's clock says (P-17): one server runs with another time, by libfaketime. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import pg from 'pg'
import { sha256 } from '../../packages/server/src/platform/keys/secrets.ts'
import { createInstallation, startMailServer } from '../harness/installation.ts'
import { type Drill, violations } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { type Client, createClient } from './workload/client.ts'
import { PASSWORD, seedRegistrations } from './workload/people.ts'
import { verificationFindings, verifyAcknowledged } from './workload/verify.ts'
import { DAILY_MIX, startWorkload } from './workload/workload.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const OFFSETS = ['+5m', '-5m', '-1h'] as const
const RATE = 50
const PHASE_MS = 12_000
const MAILS = 5
const MAIL_TIMEOUT_MS = 20_000
/** Time left of a code, or time since its end. */
const NEAR_SECONDS = 20

/** Sets the end of a code and says whether a server accepts it. */
async function isAccepted(
  client: Client,
  owner: pg.Client,
  registration: { email: string; nonce: string; captcha: string },
  secondsLeft: number,
): Promise<boolean> {
  await owner.query(
    `update verification set expires_at = now() + $2 * interval '1 second', code_expires_at = now() + $2 * interval '1 second' where nonce_hash = $1`,
    [sha256(registration.nonce), secondsLeft],
  )
  return (await client.call(register, { ...registration, password: PASSWORD, agreement: true })).code === 0
}

export const drill: Drill = {
  title: `one of two servers runs with another time (${OFFSETS.join(', ')}), changed while it serves`,
  promises: ['P-17', 'P-07'],
  async run({ say }) {
    if (!existsSync(LIBRARY))
      throw new Error('This drill needs libfaketime. Install it: apt-get install libfaketime')
    const installation = await createInstallation()
    const smtp = await startMailServer()
    const clock = join(installation.dataDir, 'clock')
    writeFileSync(clock, '+0\n')
    const settings = { NODE_ENV: 'test', HUMAN_CHECK: 'off', CODES_PER_ADDRESS: '1000000' }
    const faked = {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    }
    const { url, nodes } = await startNodes({ ...installation.env, ...settings, MAIL_URL: smtp.url }, [
      {},
      faked,
    ])
    const owner = new pg.Client({ connectionString: installation.databaseUrl })
    await owner.connect()
    const workload = await startWorkload(installation, { url, rate: RATE, mix: DAILY_MIX })
    const client = createClient(nodes[1].url)
    let tooLate = 0
    let tooEarly = 0
    let mailsMissing = 0
    let mails = 0
    for (const offset of OFFSETS) {
      writeFileSync(clock, `${offset}\n`)
      await sleep(PHASE_MS)
      const date = (await fetch(`${nodes[1].url}/healthz`)).headers.get('date') ?? ''
      say(
        `${offset}: the server's own clock is off by ${Math.round((Date.parse(date) - Date.now()) / 1_000)} s`,
      )
      const [live, dead] = await seedRegistrations(installation, 2)
      if (!live || !dead) throw new Error('no codes')
      if (!(await isAccepted(client, owner, live, NEAR_SECONDS))) tooEarly++
      if (await isAccepted(client, owner, dead, -1)) tooLate++
      const receivers = Array.from(
        { length: MAILS },
        (_, index) => `late${index}${offset.replace(/\W/, 'm')}@drill.example`,
      )
      for (const receiver of receivers) {
        const { data } = await client.call(verifyEmail, { email: receiver, scene: 'register' })
        await client.call(sendVerificationCode, { receiver, nonce: data?.nonce ?? '', ticket: 'any' })
      }
      const missing = () => receivers.filter(receiver => !smtp.received.some(({ to }) => to === receiver))
      const until = performance.now() + MAIL_TIMEOUT_MS
      while (missing().length > 0 && performance.now() < until) await sleep(100)
      mails += MAILS
      mailsMissing += missing().length
    }
    await workload.stop()
    client.close()
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from (select at, lag(at) over (order by id) as before from audit_event) e
        where at < before - interval '5 seconds'`,
    )
    await owner.end()
    const failed = workload.records.filter(({ code }) => code !== 0)
    const verification = await verifyAcknowledged(workload, installation.databaseUrl, installation.keys)
    return [
      violations('P-17', 'codes accepted after their end', tooLate, `of ${OFFSETS.length}`),
      violations('P-17', 'codes refused before their end', tooEarly, `of ${OFFSETS.length}`),
      violations('P-17', 'code mails missing', mailsMissing, `of ${mails}`),
      violations('P-17', 'failed calls over both servers', failed.length, `of ${workload.records.length}`),
      violations('P-17', 'audit rows out of order', rows[0]?.n ?? Number.NaN),
      ...verificationFindings(verification),
    ]
  },
}
