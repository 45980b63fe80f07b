/**
 * Tables of operators. Roles that serve calls, and the jobs that delete expired rows, read none of them: an injected statement forges no
 * operator (S-174). What has ended is deleted by a job of its own, as the owner (`operations/operator/sweep-operators.ts`).
 */
import { coordinator, type TableRow } from './table-row.ts'

const LEAVERS = {
  excluded: 'a restored backup must not let in an operator who has left: operators are invited again',
  endsWithSessions: true,
} as const
const NOTHING = { login: [] } as const

export const OPERATIONS_TABLES = {
  approval: {
    placement: coordinator,
    backup: {
      excluded: 'what waits ends within a day; the audit record keeps who decided',
      endsWithSessions: true,
    },
    grants: NOTHING,
  },
  operator: { placement: coordinator, backup: LEAVERS, grants: NOTHING },
  operator_budget: { placement: coordinator, backup: { excluded: 'counts one hour' }, grants: NOTHING },
  operator_ceremony: {
    placement: coordinator,
    backup: { excluded: 'expires within minutes', endsWithSessions: true },
    grants: NOTHING,
  },
  operator_invitation: {
    placement: coordinator,
    backup: LEAVERS,
    grants: NOTHING,
  },
  operator_issuer: { placement: coordinator, backup: LEAVERS, grants: NOTHING },
  operator_passkey: { placement: coordinator, backup: LEAVERS, grants: NOTHING },
  operator_session: {
    placement: coordinator,
    backup: { excluded: 'ends within a working day', endsWithSessions: true },
    grants: NOTHING,
  },
  operator_token: {
    placement: coordinator,
    backup: { excluded: 'revoked tokens must not come back: operators get new ones', endsWithSessions: true },
    grants: NOTHING,
  },
  operator_view: {
    placement: coordinator,
    backup: { excluded: 'counts one hour' },
    grants: NOTHING,
  },
} satisfies Readonly<Record<string, TableRow>>
