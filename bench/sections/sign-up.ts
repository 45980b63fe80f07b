/** Sign-ups with a verification code, compared with the hash function alone and with a Fastify server that only hashes. Each creates an account, an audit row and a session. */
import { register } from '@kerf/contract/endpoints/sign-in'
import type { Context, Section } from '../harness/context.ts'
import { atLeast, formatNumber } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { SEED_PASSWORD, seedCodes } from '../harness/seed.ts'
import { startReference, startServer } from '../harness/server-process.ts'
import { medianOf, medianRatio, sideBySide } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { clientAddress, runLoad } from '../load/run-load.ts'
import { CONCURRENT, HASH_SERVER, measureBareHash } from './sign-in.ts'

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
    const hashing = await startReference(HASH_SERVER)
    const load = async ({ url }: { readonly url: string }, duration: number) => {
      const calls = await signUps(created, duration * CODES_PER_SECOND)
      return runLoad({ url, connections: CONCURRENT, seconds: duration, calls })
    }
    await load(server, 2)
    const { ours, bare, fastify } = await sideBySide(rounds, {
      bare: () => measureBareHash('hash', seconds),
      ours: () => load(server, seconds),
      fastify: () => load(hashing, seconds),
    })
    await server.stop()
    await hashing.stop()
    const rate = (measured: LoadResult[]): string => formatNumber(medianOf(measured, result => result.rate))
    return [
      {
        name: 'rate relative to the hash function alone',
        value: medianRatio(ours, bare, (a, b) => a.rate / b.rate),
        unit: '×',
        note: `${rate(ours)}/s vs ${rate(bare)}/s`,
      },
      {
        name: 'rate relative to a Fastify that only hashes',
        value: medianRatio(ours, fastify, (a, b) => a.rate / b.rate),
        unit: '×',
        limit: atLeast(0.75),
        note: `${rate(ours)}/s vs ${rate(fastify)}/s`,
      },
    ]
  },
}
