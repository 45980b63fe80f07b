/** Sign-ups with a verification code, compared with the hash function alone. Each creates an account, an audit row and a session. */
import { register } from '@kerf/contract/endpoints/sign-in'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, formatNumber } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { SEED_PASSWORD, seedCodes } from '../harness/seed.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import type { Call } from '../load/load.ts'
import { clientAddress, runLoad } from '../load/run-load.ts'
import { CONCURRENT, measureBareHash } from './sign-in.ts'

/** More codes than one measurement uses: each works once. */
const CODES_PER_SECOND = 400

let signUpCount = 0

export async function signUps(
  { db, keys }: Pick<Installation, 'db' | 'keys'>,
  count: number,
): Promise<Call[]> {
  return (await seedCodes(db, keys, count)).map(registration => ({
    method: 'POST',
    path: register.path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': clientAddress(++signUpCount) },
    body: JSON.stringify({ ...registration, password: SEED_PASSWORD, agreement: true }),
  }))
}

export const section: Section = {
  title: `Sign-up with a verification code, ${CONCURRENT} connections`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const created = await installation()
    await accounts()
    const server = await startServer(created.env)
    const load = async (duration: number) => {
      const calls = await signUps(created, duration * CODES_PER_SECOND)
      return runLoad({ url: server.url, connections: CONCURRENT, seconds: duration, calls })
    }
    await load(2)
    const { ours, bare } = await sideBySide(rounds, {
      bare: () => measureBareHash('hash', seconds),
      ours: () => load(seconds),
    })
    await server.stop()
    return [
      {
        name: 'rate relative to the hash function alone',
        value: medianRatio(ours, bare, (a, b) => a.rate / b.rate),
        unit: '×',
        limit: atLeast(0.75),
        note: `${formatNumber(medianOf(ours, result => result.rate))}/s vs ${formatNumber(medianOf(bare, result => result.rate))}/s`,
      },
    ]
  },
}
