/**
 * Audit rows of refused tries. The first refusal of a kind is a row of its own, committed before the answer; its repetitions
 * within ten minutes are one row with their number (P-25). An attacker can thus not fill the table.
 */
import type { Database } from '../db/database.ts'
import { type AuditEvent, writeAudit } from './write-audit.ts'

export type Refusal = Omit<AuditEvent, 'outcome' | 'operator'>

export interface RefusalAudit {
  /** Never rejects: without a database the caller is refused all the same, and the refusal counts towards the next row. */
  record(refusal: Refusal): Promise<void>
  /** Writes the rows of the repetitions. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const WINDOW_MS = 10 * 60_000
/** Kinds that a process distinguishes within a window. Further ones are counted by event alone. */
const KINDS_MAX = 200

export function createRefusalAudit(
  db: Pick<Database, 'query'>,
  onError: (error: Error) => void,
  { windowMs = WINDOW_MS, kindsMax = KINDS_MAX } = {},
): RefusalAudit {
  let repeated = new Map<string, { readonly refusal: Refusal; count: number }>()
  let timer: NodeJS.Timeout | undefined

  const kindOf = (refusal: Refusal): string => {
    const { event, uid = null, network = null, app = null, detail = {} } = refusal
    return JSON.stringify([event, uid, network, app, detail])
  }

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const kinds = [...repeated.values()].filter(({ count }) => count > 0)
    repeated = new Map()
    for (const { refusal, count } of kinds) {
      const detail = { ...refusal.detail, repeated: count }
      await writeAudit(db, { ...refusal, outcome: 'refused', requestId: null, detail }).catch(onError)
    }
  }

  return {
    flush,
    async record(refusal) {
      const isNew = !repeated.has(kindOf(refusal))
      const isFull = isNew && repeated.size >= kindsMax
      const counted: Refusal = isFull
        ? { event: refusal.event, detail: { kinds: 'many' } }
        : { ...refusal, detail: refusal.detail ?? {} }
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
