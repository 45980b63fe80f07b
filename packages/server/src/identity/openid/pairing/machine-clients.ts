/**
 * Machines with a network and a key of their own are clients (RFC 8628): `machine:` and the serial number. Nobody registers them; each proves
 * itself by an assertion with its client key (docs/machines.md). A serial number that is unknown gets a key that nobody has.
 */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import type { Context } from 'oidc-provider/lib/provider.js'
import * as v from 'valibot'
import { type AppRegistry, type OpenIdClient, UNREGISTERED_CLIENT } from '../../app/app-registry.ts'

const PREFIX = 'machine:'
const ID = /^machine:[0-9A-Z]{23}$/

export const isMachineId = (id: string): boolean => ID.test(id)

export const serialNumberOf = (clientId: string): string => clientId.slice(PREFIX.length)

/** The page names a machine by its line and the end of its serial number. */
const toClient = (clientId: string): OpenIdClient => ({
  ...UNREGISTERED_CLIENT,
  ...{ clientId, code: DEFAULT_BRAND, name: '', party: 'first', sector: clientId, type: 'device' },
})

/** Finds them beside the registered apps. */
export const withMachineClients = <T extends Pick<AppRegistry, 'findClient'>>(apps: T): T => ({
  ...apps,
  findClient: id => apps.findClient(id) ?? (isMachineId(id) ? toClient(id) : undefined),
})

const ASSERTION_TTL_MAX_SECONDS = 300

const RESETS_MAX = 2 ** 20

/** What a machine states of itself, signed by its key. */
const Statement = v.object({
  aud: v.string(),
  iat: v.number(),
  exp: v.number(),
  /** number of its factory resets */
  reset_number: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(RESETS_MAX)), 0),
  /** whether digits can be entered at it */
  has_keys: v.optional(v.boolean(), true),
})
export type MachineStatement = Pick<v.InferOutput<typeof Statement>, 'reset_number' | 'has_keys'>

const statements = new WeakMap<Context, MachineStatement>()

/** Of the machine that has authenticated the request. */
export const statementOf = (context: Context): MachineStatement | undefined => statements.get(context)

/** Called after the signature was verified. Throws what `refuse` returns. */
export const assertionRules =
  (issuer: string, refuse: (reason: string) => Error) =>
  async (context: Context, claims: unknown, _header: unknown, client: { readonly clientId: string }) => {
    if (!isMachineId(client.clientId)) return
    const { success, output } = v.safeParse(Statement, claims)
    if (!success || output.aud !== issuer) throw refuse('aud must be the issuer, and iat, exp numbers')
    const { iat, exp } = output
    if (exp <= iat || exp - iat > ASSERTION_TTL_MAX_SECONDS)
      throw refuse(`exp must be at most ${ASSERTION_TTL_MAX_SECONDS} seconds after iat`)
    statements.set(context, { reset_number: output.reset_number, has_keys: output.has_keys })
  }
