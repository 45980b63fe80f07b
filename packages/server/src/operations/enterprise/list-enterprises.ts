import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import {
  type EnterpriseRow,
  findEnterprises,
  findLastSignIns,
  listEnterpriseIds,
} from './enterprise-report-store.ts'

export interface ListedEnterprise extends EnterpriseRow {
  /** unix seconds; null: never */
  readonly lastSignIn: number | null
}

const PAGE_SIZE = 1_000

/** All enterprise accounts by account ID. */
export async function listEnterprises(db: Database, operator: string): Promise<ListedEnterprise[]> {
  const found: ListedEnterprise[] = []
  for (let after = ''; ; ) {
    const ids = await listEnterpriseIds(db, { after, limit: PAGE_SIZE })
    const uids = ids.map(({ uid }) => uid)
    const accounts = new Map((await findEnterprises(db, { uids })).map(row => [row.uid, row]))
    const signIns = new Map((await findLastSignIns(db, { uids })).map(({ uid, at }) => [uid, at]))
    for (const uid of uids) {
      const account = accounts.get(uid)
      if (account) found.push({ ...account, lastSignIn: signIns.get(uid) ?? null })
    }
    if (ids.length < PAGE_SIZE) break
    after = ids.at(-1)?.id ?? after
  }
  const detail = { accounts: found.length }
  await writeAudit(db, { event: 'enterprise.list', outcome: 'ok', operator, detail })
  return found
}
