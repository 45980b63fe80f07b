/** Helpers of the tests of machines: machines as the factory makes them, people with sessions, and the display of a machine. */
import { randomInt } from 'node:crypto'
import type { OutputOf } from '@kerf/contract/endpoint'
import { claimMachine, type listMachines, startMachineClaim } from '@kerf/contract/machines/machines'
import { claimCodeAt } from '../../src/machines/machine/machine-keys.ts'
import { importMachines, provisionMachine } from '../../src/operations/machine/machines.ts'
import { randomHandle, randomToken, sha256 } from '../../src/platform/keys/secrets.ts'
import { MASTER_KEY, runAsOperator } from '../redemption/helpers.ts'
import { type PersonOptions, seedBusiness, seedPerson } from '../support/accounts.ts'
import { type TestServer, type TestServerOptions, useTestServer } from '../support/test-server.ts'

export const useMachineServer = (
  options: Pick<TestServerOptions, 'processes' | 'sibling'> = {},
): Promise<TestServer> =>
  useTestServer({ ...options, env: { KERF_MASTER_KEY: MASTER_KEY, HUMAN_CHECK: 'off' } })

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const newSerialNumber = (): string =>
  `KLW${Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

export interface BuiltMachine {
  readonly sn: string
  readonly card: string
  /** hexadecimal */
  readonly clientKey: string
  /** what its display shows after `resets` factory resets */
  display(digits: string, resets?: number): string
}

export const buildMachine = (server: TestServer, sn = newSerialNumber()): Promise<BuiltMachine> =>
  runAsOperator(server, async (db, keys) => {
    const operator = 'lin'
    await importMachines(db, keys, { lines: [sn], line: 'laser', keyVersion: undefined, operator })
    const { machineKeys, card } = await provisionMachine(db, keys, { sn, operator })
    if (!machineKeys || !card) throw new Error('the machine has no keys')
    const claimKey = Buffer.from(machineKeys.claim, 'hex')
    const { client: clientKey } = machineKeys
    return {
      sn,
      card,
      clientKey,
      display: (digits, resets = 0) => claimCodeAt(claimKey, resets, Number(digits)),
    }
  })

export interface Someone {
  readonly uid: string
  readonly email: string
  /** of a session that has authenticated a moment ago */
  readonly token: string
  readonly cookie: string
}

export async function newSomeone(
  server: TestServer,
  { business = false, ...options }: PersonOptions & { readonly business?: boolean } = {},
): Promise<Someone> {
  const { uid, email } = business
    ? await seedBusiness(server, options)
    : await seedPerson(server, { hasPassword: false, ...options })
  return newSessionOf(server, { uid, email })
}

/** Another browser of an account. */
export async function newSessionOf(
  server: TestServer,
  { uid, email }: Pick<Someone, 'uid' | 'email'>,
): Promise<Someone> {
  const token = randomToken()
  const companion = randomToken()
  await server.sql(
    `insert into session (uid, handle, token_hash, remember, method, companion_hash) values ($1, $2, $3, true, 'password', $4)`,
    uid,
    randomHandle(),
    sha256(token),
    sha256(companion),
  )
  await server.sql('insert into session_route (token_hash, uid) values ($1, $2)', sha256(token), uid)
  return { uid, email, token, cookie: `kerfCompanion=${companion}` }
}

/** The digits that the person types into the machine. */
export const startClaim = async (server: TestServer, { token }: Someone, sn: string, process = 0) =>
  (await server.call(startMachineClaim, { sn }, { token, process })).data.digits

export async function claimByDisplay(
  server: TestServer,
  someone: Someone,
  machine: BuiltMachine,
  { resets = 0, process = 0 } = {},
) {
  const code = machine.display(await startClaim(server, someone, machine.sn, process), resets)
  const answer = await server.call(claimMachine, { sn: machine.sn, code }, { token: someone.token, process })
  // For those who expect no request.
  return answer as typeof answer & { data: { machine: OutputOf<typeof listMachines>['machines'][number] } }
}

/** A machine and its owner. */
export async function newOwner(server: TestServer) {
  const [machine, owner] = [await buildMachine(server), await newSomeone(server)]
  const { data } = await claimByDisplay(server, owner, machine)
  return { built: machine, owner, machine: data.machine.id }
}

/** `server.call` for tests that draw acts at random: a fault of the server, such as a deadlock, is no refusal. */
export const withoutFaults =
  (server: TestServer): TestServer['call'] =>
  async (...args) => {
    const answer = await server.call(...args)
    if (answer.status >= 500) throw new Error(`${args[0].path} answered ${answer.status}: ${answer.msg}`)
    return answer
  }
