/** Mails outlive an absent mail server; none is sent twice or after its code has expired (P-11). */
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { atMost, formatNumber } from '../harness/figures.ts'
import { createInstallation, startMailServer } from '../harness/installation.ts'
import { type Drill, violations } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { startFaultProxy, throughProxy } from './topology/tcp-fault-proxy.ts'
import { percentile } from './workload/answers.ts'
import { createClient } from './workload/client.ts'
import { PASSWORD, seedPeople } from './workload/people.ts'

const REQUESTS_PER_SECOND = 2
const CODE_LIFETIME_MS = 600_000
/** Retries wait for up to 150 s after an outage of a few minutes. */
const DELIVERY_TIMEOUT_MS = 240_000
/** A code whose mail would arrive this shortly before its end counts neither way. */
const MARGIN_MS = 160_000
const BASE_SIGN_INS = 40

export const drill: Drill = {
  title: 'the mail server hangs while codes are requested',
  promises: ['P-11'],
  async run({ minutes, say, keep }) {
    const installation = await createInstallation()
    const smtp = await startMailServer()
    const link = await startFaultProxy(Number(new URL(smtp.url).port))
    // Outside production, so that codes need no human check.
    const settings = { NODE_ENV: 'test', HUMAN_CHECK: 'off', CODES_PER_ADDRESS: '1000000' }
    const { url } = await startNodes({
      ...installation.env,
      ...settings,
      MAIL_URL: throughProxy(smtp.url, link),
    })
    const people = await seedPeople(installation, BASE_SIGN_INS * 2)
    const client = createClient(url)
    const signIns = async (from: number): Promise<number[]> => {
      const times: number[] = []
      for (const { email } of people.slice(from, from + BASE_SIGN_INS)) {
        const { code, ms } = await client.call(login, { email, password: PASSWORD })
        if (code !== 0) throw new Error(`a sign-in was refused with ${code}`)
        times.push(ms)
      }
      return times
    }
    const before = await signIns(0)
    link.setState('silent')
    const begun = performance.now()
    const duration = minutes({ short: 1.5, full: 30 }) * 60_000
    const requested: { email: string; at: number }[] = []
    const refused: number[] = []
    const during = signIns(BASE_SIGN_INS)
    for (let index = 0; performance.now() - begun < duration; index++) {
      const email = `waiting${index}@drill.example`
      const scene = 'register'
      const verified = await client.call(verifyEmail, { email, scene })
      const sent = await client.call(sendVerificationCode, {
        receiver: email,
        nonce: verified.data?.nonce ?? '',
        ticket: 'any',
      })
      if (sent.code === 0) requested.push({ email, at: performance.now() })
      else refused.push(sent.code)
      await sleep(1_000 / REQUESTS_PER_SECOND)
    }
    link.setState('open')
    const opened = performance.now()
    const received = () => Map.groupBy(smtp.received, ({ to }) => to)
    const due = requested.filter(({ at }) => opened - at < CODE_LIFETIME_MS - MARGIN_MS)
    const ended = requested.filter(({ at }) => opened - at > CODE_LIFETIME_MS)
    const missing = () => {
      const arrived = received()
      return due.filter(({ email }) => !arrived.has(email))
    }
    while (missing().length > 0 && performance.now() - opened < DELIVERY_TIMEOUT_MS) await sleep(500)
    const deliveredMs = performance.now() - opened
    // A second copy would come soon after the first.
    await sleep(5_000)
    client.close()
    const arrived = received()
    const doubled = requested.filter(({ email }) => (arrived.get(email)?.length ?? 0) > 1)
    const [base, hanging] = [percentile(before, 0.5), percentile(await during, 0.5)]
    say(
      `${requested.length} codes requested in ${formatNumber(duration / 60_000)} minutes without a mail server`,
    )
    keep('delivered', { deliveredMs, refused })
    return [
      violations('P-11', 'requests refused', refused.length),
      violations(
        'P-11',
        'mails lost',
        missing().length,
        `of ${due.length} whose code is valid; the last after ${formatNumber(deliveredMs / 1_000)} s`,
      ),
      violations('P-11', 'mails sent twice', doubled.length),
      violations(
        'P-11',
        'mails whose code has expired',
        ended.filter(({ email }) => arrived.has(email)).length,
        `of ${ended.length}`,
      ),
      {
        promise: 'P-11',
        name: 'sign-in by password meanwhile, relative to before (p50)',
        value: hanging / base,
        unit: '×',
        limit: atMost(1.5),
        note: `${formatNumber(base)} → ${formatNumber(hanging)} ms`,
      },
    ]
  },
}
