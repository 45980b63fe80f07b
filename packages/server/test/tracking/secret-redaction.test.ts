/** Events with every kind of secret in every possible place: no secret is stored (S-117). */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { casesOf } from '../support/corpora.ts'
import { useTestServer } from '../support/test-server.ts'
import { sdkEvent, sendAsSdk } from './send-events.ts'

const server = await useTestServer()

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const some = (length: number): string =>
  [...randomBytes(length)].map(byte => LETTERS[byte % LETTERS.length]).join('')

const createSecrets = () => ({
  token: randomBytes(32).toString('base64url'),
  ticket: `tkt_${randomBytes(24).toString('base64url')}`,
  email: `ada-${randomBytes(4).toString('hex')}@example.com`,
  password: `pw-${randomBytes(12).toString('hex')}`,
  sn: `${some(22)}7`,
  redemption: `${some(15)}2`,
  captcha: String(100_000 + (randomBytes(4).readUInt32BE() % 900_000)),
  unlock: String(10_000_000 + (randomBytes(4).readUInt32BE() % 90_000_000)),
})

const EVENTS = [
  '$pageview',
  '$WebClick',
  '$WebPageLeave',
  '$WebStay',
  '$WebPageLoad',
  'login',
  'getCode',
  'redeemNow',
]
/** Each batch has every secret in every place. */
const BATCH = 200
const TOTAL = casesOf({ sample: 4 * BATCH, whole: 10_000 })

test(`stores none of the secrets of ${TOTAL} hostile events`, async () => {
  const secrets: string[] = []
  for (let sent = 0; sent < TOTAL; sent += BATCH) {
    const one = createSecrets()
    const all = Object.values(one)
    secrets.push(...all)
    const events = Array.from({ length: BATCH }, (_, index) => {
      const secret = all[index % all.length] ?? ''
      const place = `https://p.example/en/profile/${secret}?p=${secret}&ut=${secret}&q=${encodeURIComponent(secret)}#${secret}`
      const hiding = [
        { $url: place, $url_path: `/en/${secret}` },
        { $referrer: place, $element_id: secret },
        { $element_selector: `a[title="${secret}"]`, $element_path: secret },
        { method: secret, scene: secret, elementId: secret, name: secret, [secret]: secret },
        { appCode: secret, appOrigin: secret, platform: secret, $lib: secret, $event_session_id: secret },
      ]
      const event = EVENTS[index % EVENTS.length] ?? ''
      return sdkEvent('19a5f0c4e3b-secrets', event, hiding[Math.floor(index / 8) % hiding.length])
    })
    await sendAsSdk(server, events)
    // A process reads a limited number of bytes per second.
    await sleep(250)
  }
  await expect
    .poll(async () => (await server.sql('select count(*)::int as count from tracking_event'))[0]?.count, {
      timeout: 20_000,
    })
    .toBe(TOTAL)
  const rows = await server.sql<{ text: string }>('select e::text as text from tracking_event e')
  const text = rows.map(one => one.text).join('\n')
  const found = secrets.filter(secret => text.includes(secret) || text.includes(encodeURIComponent(secret)))
  expect(found).toEqual([])
})
