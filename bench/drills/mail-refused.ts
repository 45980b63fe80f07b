/** A mail server that defers, refuses and returns mails: each is known with its reason, an alert fires, and doctor says why. */
import { setTimeout as sleep } from 'node:timers/promises'
import { getCodeDelivery, sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { checkInstallation } from '../../packages/server/src/operations/index.ts'
import { bounceMessage } from '../../packages/server/src/outbound/mail/bounce/imap-fixture.ts'
import { atMost, formatNumber } from '../harness/figures.ts'
import { createInstallation, startMailServer } from '../harness/installation.ts'
import { root } from '../harness/processes.ts'
import { clientAddress } from '../load/run-load.ts'
import { type Drill, type Finding, violations } from './drill.ts'
import { startDovecot } from './topology/dovecot.ts'
import { startNodes } from './topology/nodes.ts'
import { startPrometheus } from './topology/prometheus.ts'
import { createClient } from './workload/client.ts'

const PROMISE = 'P-32'
const MAILS = 12
const DELIVERY_TIMEOUT_MS = 120_000
const ALERT_TIMEOUT_MS = 60_000
/** The mailbox is read every minute. */
const MAILBOX_TIMEOUT_MS = 90_000
const POLL_MS = 250
const REFUSED = { code: 550, text: '5.1.1 no such user' } as const

interface Requested {
  readonly email: string
  readonly nonce: string
  readonly ip: string
  readonly requestId: string
}

interface MailState {
  readonly status: string
  readonly code: string | null
  readonly id: string
}

export const drill: Drill = {
  title: 'the mail server defers, refuses and returns mails',
  promises: [PROMISE],
  async run({ say, keep }) {
    const installation = await createInstallation()
    const { db } = installation
    const smtp = await startMailServer()
    const mailbox = await startDovecot(installation.dataDir)
    const settings = {
      ...installation.env,
      // Outside production, so that codes need no human check.
      ...{ NODE_ENV: 'test', HUMAN_CHECK: 'off', CODES_PER_ADDRESS: '1000000', CODES_PER_RECEIVER: '1000' },
      ...{ MAIL_URL: smtp.url, BOUNCE_ADDRESS: 'bounces@drill.example', BOUNCE_MAILBOX_URL: mailbox.url },
    }
    const { nodes } = await startNodes(settings)
    const prometheus = await startPrometheus(
      installation.dataDir,
      nodes.map(({ port }) => `127.0.0.1:${port}`),
      rules => rules,
    )
    // Not through the proxy, which would give all browsers its own client's address.
    const client = createClient(nodes[0].url)
    const findings: Finding[] = []
    let answersChanged = 0
    let browsers = 0

    const requestCode = async (email: string): Promise<Requested> => {
      // A network may ask for few addresses.
      const ip = clientAddress(++browsers << 8)
      const { data } = await client.call(verifyEmail, { email, scene: 'register' }, { ip })
      const nonce = data?.nonce ?? ''
      const sent = await client.call(sendVerificationCode, { receiver: email, nonce, ticket: 'any' }, { ip })
      if (sent.code !== 0 || sent.data?.wait !== 60) answersChanged++
      return { email, nonce, ip, requestId: sent.requestId }
    }
    const requestCodes = (name: string): Promise<Requested[]> =>
      Promise.all(Array.from({ length: MAILS }, (_, index) => requestCode(`${name}${index}@drill.example`)))
    const stateOf = async ({ requestId }: Requested): Promise<MailState | undefined> =>
      (
        await db.query<MailState>({
          text: 'select id::text, status, code from mail_delivery where request_id = $1',
          values: [requestId],
        })
      ).rows[0]
    const waitFor = async (condition: () => Promise<boolean>, timeoutMs: number): Promise<number> => {
      const begun = performance.now()
      while (!(await condition()))
        if (performance.now() - begun > timeoutMs) return Number.POSITIVE_INFINITY
        else await sleep(POLL_MS)
      return (performance.now() - begun) / 1_000
    }
    /** Adds how many mails have not reached a status with a code. */
    const expectStates = async (
      mails: readonly Requested[],
      status: string,
      code: string | null,
      timeoutMs = DELIVERY_TIMEOUT_MS,
    ) => {
      const wrong = async () =>
        (await Promise.all(mails.map(stateOf))).filter(mail => mail?.status !== status || mail.code !== code)
      await waitFor(async () => (await wrong()).length === 0, timeoutMs)
      const name = `mails not recorded as ${status}${code === null ? '' : ` with ${code}`}`
      findings.push(violations(PROMISE, name, (await wrong()).length, `of ${mails.length}`))
    }
    const expectAlert = async (alert: string): Promise<void> => {
      const seconds = await waitFor(async () => (await prometheus.firing()).has(alert), ALERT_TIMEOUT_MS)
      findings.push({
        promise: PROMISE,
        name: `${alert} fires`,
        value: seconds,
        unit: 's',
        limit: atMost(60),
      })
    }
    const expectDoctor = async (check: string, statuses: readonly string[], text: string): Promise<void> => {
      const found = (await checkInstallation(settings, root)).find(({ name }) => name === check)
      const isSaid = found !== undefined && statuses.includes(found.status) && found.message.includes(text)
      const note = `${found?.status}: ${found?.message}`
      findings.push(violations(PROMISE, `doctor silent about ${text}`, isSaid ? 0 : 1, note))
    }
    const deliveredTwice = (mails: readonly Requested[]): number =>
      mails.filter(({ email }) => smtp.received.filter(({ to }) => to === email).length > 1).length

    // Prometheus sees no increase in a series whose first sample it missed.
    const scraped = async () =>
      (await prometheus.evaluate('count(kerf_events_total{event="mail",outcome="refused"} == 0)')) ===
      nodes.length
    await waitFor(scraped, ALERT_TIMEOUT_MS)

    say('451 for each receiver')
    smtp.refuse = { code: 451, text: '4.7.1 try again later' }
    const deferred = await requestCodes('deferred')
    await expectStates(deferred, 'deferred', '4.7.1')
    smtp.refuse = undefined
    await expectStates(deferred, 'sent', null)

    say('550 for each receiver')
    smtp.refuse = REFUSED
    const refused = await requestCodes('refused')
    await expectStates(refused, 'refused', '5.1.1')
    await expectAlert('KerfMailRefused')
    await expectDoctor('deliveries', ['warning'], `${MAILS} of ${2 * MAILS} mails`)
    const told = await Promise.all(
      refused.map(({ nonce, ip }) => client.call(getCodeDelivery, { nonce }, { ip })),
    )
    const untold = told.filter(({ data }) => data?.deliveryStatus !== 'refused').length
    findings.push(violations(PROMISE, 'pages that do not learn of the refusal', untold, `of ${MAILS}`))

    say('554 for the sender')
    smtp.refuse = { at: 'MAIL FROM', code: 554, text: '5.7.1 sender not verified' }
    const blocked = await requestCodes('blocked')
    await expectStates(blocked, 'deferred', '5.7.1')
    await expectAlert('KerfMailBlocked')
    await expectDoctor('mail', ['failed'], 'MAIL FROM 554 5.7.1')
    await expectDoctor('deliveries', ['failed'], '554 5.7.1')
    smtp.refuse = undefined
    await expectStates(blocked, 'sent', null)
    findings.push(violations(PROMISE, 'mails sent twice', deliveredTwice([...deferred, ...blocked])))

    say('mails come back, twice for each address')
    const returnPaths = () => new Map(smtp.received.map(({ to }, index) => [to, accepted(index)] as const))
    /** Return path of the message that was received as number `index`, by its Message-ID. */
    const accepted = (index: number): string => {
      const id = /^Message-ID: <([0-9a-f-]{36})@/im.exec(smtp.received[index]?.headers ?? '')?.[1] ?? ''
      return smtp.envelopes.find(sender => sender.includes(id.replaceAll('-', ''))) ?? ''
    }
    const names = Array.from({ length: MAILS }, (_, index) => `returned${index}@drill.example`)
    for (let round = 0; round < 2; round++) {
      await db.query({ text: `update verification_gate set sent_at = sent_at - interval '61 seconds'` })
      const mails = await Promise.all(names.map(requestCode))
      await expectStates(mails, 'sent', null)
      const paths = returnPaths()
      for (const name of names) mailbox.deliver(bounceMessage(paths.get(name) ?? '', '5.1.1'))
      // Somebody who did not get the mail invents a return path.
      const forged = (paths.get(names[0] ?? '') ?? '').replace(/..@/, mac => (mac === '00@' ? '11@' : '00@'))
      mailbox.deliver(bounceMessage(forged, '5.1.1'))
      const begun = performance.now()
      await expectStates(mails, 'bounced', '5.1.1', MAILBOX_TIMEOUT_MS)
      say(`the mailbox was read within ${formatNumber((performance.now() - begun) / 1_000)} s`)
    }
    findings.push(
      violations(PROMISE, 'messages left in the mailbox but the two forged ones', mailbox.count() - 2),
    )
    const before = smtp.received.length
    await db.query({ text: `update verification_gate set sent_at = sent_at - interval '61 seconds'` })
    await expectStates(await Promise.all(names.map(requestCode)), 'suppressed', null)
    findings.push(violations(PROMISE, 'mails sent to suppressed addresses', smtp.received.length - before))
    findings.push(violations(PROMISE, 'answers that a refused or returned mail changed', answersChanged))
    const { rows } = await db.query<{ count: number }>({
      text: `select count(*)::int as count from mail_delivery d where d::text ~ '(refused|returned)\\d+@'`,
    })
    findings.push(violations(PROMISE, 'rows with an address in clear', rows[0]?.count ?? 0))
    keep('mails', { received: smtp.received.length })
    client.close()
    return findings
  },
}
