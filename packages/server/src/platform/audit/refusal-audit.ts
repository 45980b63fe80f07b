/**
 * Audit rows of refused tries. The first refusal of a kind is a row of its own, committed before the answer; its repetitions
 * within ten minutes are one row with their number (P-25). An attacker can thus not fill the table.
 */
import type { Database } from '../db/database.ts'
import { type AuditEvent, writeAudit } from './write-audit.ts'

export interface Refusal extends Omit<AuditEvent, 'outcome' | 'operator'> {
  /** the account did not call: the try was aimed at it */
  readonly isAimed?: boolean
}

export interface RefusalAudit {
  /** Never rejects: without a database the caller is refused all the same, and the refusal counts towards the next row. */
  record(refusal: Refusal): Promise<void>
  /** Writes the rows of the repetitions. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const WINDOW_MS = 10 * 60_000
/**
 * Kinds that a process distinguishes within a window. Each network has a share, since a kind contains the route, the app and
 * the error: one caller could otherwise use up all kinds and then try unseen. Refusals of a signed-in account have kinds of
 * their own, and so have tries that are aimed at an account. Further ones are counted by event and network.
 */
const LIMITS = {
  anonymous: { kindsMax: 1_000, perNetwork: 10 },
  named: { kindsMax: 1_000, perNetwork: 50 },
  aimed: { kindsMax: 1_000, perNetwork: 50 },
  networksMax: 2_000,
}

/** The /8 of IPv4 or the /16 of IPv6 around a network, of which there are few. */
function around(network: string): string {
  const [first = ''] = network.split(/[.:]/)
  return network.includes(':') ? `${first}::/16` : `${first}.0.0.0/8`
}

export function createRefusalAudit(
  db: Pick<Database, 'query'>,
  onError: (error: Error) => void,
  { windowMs = WINDOW_MS, limits = LIMITS } = {},
): RefusalAudit {
  let repeated = new Map<string, { readonly refusal: Refusal; count: number }>()
  /** kinds by group, and by group and network */
  let used = new Map<string, number>()
  let networks = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const kindOf = (refusal: Refusal): string => {
    const { event, uid = null, network = null, app = null, detail = {} } = refusal
    return JSON.stringify([event, uid, network, app, detail])
  }

  const use = (key: string): number => {
    const count = (used.get(key) ?? 0) + 1
    used.set(key, count)
    return count
  }

  /** The refusal, or what it is counted as if its kinds are used up. */
  const toCounted = (refusal: Refusal): Refusal => {
    const { event, uid = null, network = null } = refusal
    if (repeated.has(kindOf(refusal))) return refusal
    const group = uid === null ? 'anonymous' : refusal.isAimed ? 'aimed' : 'named'
    const share = `${group} ${network}`
    const { kindsMax, perNetwork } = limits[group]
    if ((used.get(share) ?? 0) < perNetwork && (used.get(group) ?? 0) < kindsMax) {
      use(share)
      use(group)
      return refusal
    }
    const detail = { kinds: 'many' }
    if (network === null) return { event, detail }
    if (networks.has(network) || networks.size < limits.networksMax) {
      networks.add(network)
      return { event, network, detail }
    }
    return { event, network: around(network), detail }
  }

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const kinds = [...repeated.values()].filter(({ count }) => count > 0)
    repeated = new Map()
    used = new Map()
    networks = new Set()
    for (const { refusal, count } of kinds) {
      const detail = { ...refusal.detail, repeated: count }
      await writeAudit(db, { ...refusal, outcome: 'refused', requestId: null, detail }).catch(onError)
    }
  }

  return {
    flush,
    async record(refusal) {
      const counted = toCounted({ ...refusal, detail: refusal.detail ?? {} })
      const kind = kindOf(counted)
      const known = repeated.get(kind)
      if (known) {
        known.count += 1
        return
      }
      const entry = { refusal: counted, count: 0 }
      repeated.set(kind, entry)
      timer ??= setTimeout(() => void flush(), windowMs).unref()
      await writeAudit(db, { ...counted, outcome: 'refused' }).catch((error: Error) => {
        entry.count += 1
        onError(error)
      })
    },
    stop: flush,
  }
}
