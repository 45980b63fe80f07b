/**
 * Time of the refusal of a machine that proves nothing: for serial numbers that exist, compared with those that do not (S-160). Requests run
 * one at a time, in pairs of random order, so that other load of the computer affects both alike.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { DEFAULT_LINE, ensureLineKey } from '../../packages/server/src/entitlements/index.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost, formatNumber } from '../harness/figures.ts'
import { mannWhitneyZ } from '../harness/mann-whitney.ts'
import { startServer } from '../harness/server-process.ts'
import { median } from '../harness/side-by-side.ts'
import { clientAddress } from '../load/run-load.ts'

const PAIRS = 300
/** Pairs that are not counted: connections, prepared statements and compiled code are new. */
const WARM_UP_PAIRS = 40
const KINDS = ['known', 'unknown'] as const
type Kind = (typeof KINDS)[number]
/** Equal times exceed this in one comparison of 370. */
const Z_MAX = 3
const DIFFERENCE_MAX_MS = 5

const serialNumber = (kind: Kind, index: number): string =>
  `${kind === 'known' ? 'KNW' : 'UNK'}${String(index).padStart(20, '0')}`

async function createAssertion(issuer: string, clientId: string): Promise<string> {
  const now = Math.floor(Date.now() / 1_000)
  return new SignJWT({
    iss: clientId,
    sub: clientId,
    aud: issuer,
    jti: randomUUID(),
    iat: now,
    exp: now + 60,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.alloc(32, 1))
}

export const section: Section = {
  title: `Serial numbers: ${PAIRS} pairs of machines with a wrong key, known and unknown`,
  async run({ installation, scale }: Context) {
    const rounds = WARM_UP_PAIRS + Math.ceil(PAIRS * scale)
    const installed = await installation()
    const { db, keys } = installed
    const version = await ensureLineKey(db, keys.wrapping, DEFAULT_LINE)
    await db.query({
      text: 'insert into device (sn, line, key_version) select sn, $2, $3 from unnest($1::text[]) as t(sn)',
      values: [
        Array.from({ length: rounds }, (_, index) => serialNumber('known', index)),
        DEFAULT_LINE,
        version,
      ],
    })
    const { url, stop } = await startServer(installed.env)
    const discovery = await fetch(`${url}/.well-known/openid-configuration`)
    const { issuer } = (await discovery.json()) as { issuer: string }
    let calls = 0

    const refuse = async (kind: Kind, index: number): Promise<number> => {
      const clientId = `machine:${serialNumber(kind, index)}`
      const body = new URLSearchParams({
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await createAssertion(issuer, clientId),
        scope: 'openid machine_session',
      })
      const headers = { 'x-forwarded-for': clientAddress(900_000 + ++calls) }
      const start = performance.now()
      const answer = await fetch(`${url}/oidc/device/authorize`, { method: 'POST', headers, body })
      const { error } = (await answer.json()) as { error?: string }
      const time = performance.now() - start
      if (answer.status !== 401 || error !== 'invalid_client') throw new Error(`answered ${answer.status}`)
      return time
    }

    const times: Record<Kind, number[]> = { known: [], unknown: [] }
    for (let index = 0; index < rounds; index++)
      for (const kind of randomInt(2) === 0 ? KINDS : KINDS.toReversed()) {
        const time = await refuse(kind, index)
        if (index >= WARM_UP_PAIRS) times[kind].push(time)
      }
    await stop()
    const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
    return [
      {
        name: '|z| of the Mann-Whitney U test',
        value: Math.abs(mannWhitneyZ(times.known, times.unknown)),
        limit: atMost(Z_MAX),
        note: `p50 known ${formatNumber(knownMs)} ms, unknown ${formatNumber(unknownMs)} ms`,
      },
      {
        name: 'difference of the medians',
        value: Math.abs(knownMs - unknownMs),
        unit: 'ms',
        limit: atMost(DIFFERENCE_MAX_MS),
      },
    ]
  },
}
