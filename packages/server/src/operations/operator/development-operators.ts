/** Operators of a development server, whom its database must not bring into production (S-176). */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  deleteInvitationsFrom,
  deleteWaysIn,
  endConfirmationsBy,
  listOperatorsFrom,
  removeOperatorRow,
} from './operator-store.ts'

/** What a development server is called as the issuer of its invitations. */
export const DEVELOPMENT_ISSUER = 'development'

/** Removes whom a development server has invited, and everyone whom they let in. A run that was interrupted is completed by the next. */
export async function removeDevelopmentOperators(owner: Queryable): Promise<void> {
  const rows = await listOperatorsFrom(owner, { issuer: DEVELOPMENT_ISSUER })
  await deleteInvitationsFrom(owner, { issuer: DEVELOPMENT_ISSUER, operators: rows.map(({ id }) => id) })
  for (const { id, name } of rows) {
    await deleteWaysIn(owner, { id })
    await removeOperatorRow(owner, { id })
    await endConfirmationsBy(owner, { name })
    const detail = { name }
    await writeAudit(owner, { event: 'operator.remove', outcome: 'ok', operator: 'production start', detail })
  }
}
