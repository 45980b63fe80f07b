/** Sign-ups with a code against the bare hash: each makes an account, an audit row and a session. */
import { register } from '@kerf/contract/endpoints/login'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, short } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { PASSWORD, seedCodes } from '../harness/seed.ts'
import { startServer } from '../harness/server-process.ts'
import { medianOf, ratioOf, sideBySide } from '../harness/side-by-side.ts'
import { addressOf, fire } from '../load/fire.ts'
import type { Call } from '../load/shot.ts'
import { bareHash, CONCURRENT } from './sign-in.ts'

/** A code serves once: there must be more than a measurement gets through. */
const CODES_A_SECOND = 400

let begun = 0

async function signUps({ db, keys }: Installation, count: number): Promise<Call[]> {
  return (await seedCodes(db, keys, count)).map(registration => ({
    method: 'POST',
    path: register.path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(++begun) },
    body: JSON.stringify({ ...registration, password: PASSWORD, agreement: true }),
  }))
}

export const section: Section = {
  title: `Sign-up with a code, ${CONCURRENT} at once`,
  async run({ installation, accounts, rounds, seconds }: Context) {
    const made = await installation()
    await accounts()
    const server = await startServer(made.env)
    const load = async (length: number) => {
      const calls = await signUps(made, length * CODES_A_SECOND)
      return fire({ url: server.url, connections: CONCURRENT, seconds: length, calls })
    }
    await load(2)
    const { ours, bare } = await sideBySide(rounds, {
      bare: () => bareHash('hash', seconds),
      ours: () => load(seconds),
    })
    await server.stop()
    return [
      {
        name: 'rate to the bare hash',
        value: ratioOf(ours, bare, (a, b) => a.rate / b.rate),
        unit: '×',
        limit: atLeast(0.75),
        note: `${short(medianOf(ours, shot => shot.rate))}/s beside ${short(medianOf(bare, shot => shot.rate))}/s`,
      },
    ]
  },
}
