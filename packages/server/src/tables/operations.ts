/** Tables of operators. Roles that serve calls read none of them: an injected statement forges no operator (S-174). */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { OPERATOR_SESSION_SECONDS } from './retention.ts'
import { coordinator, type TableRow } from './table-row.ts'

const LEAVERS = 'an operator who left must not come back: operators are invited anew'
const NOTHING = { login: [] } as const

export const OPERATIONS_TABLES = {
  approval: {
    placement: coordinator,
    backup: { excluded: 'what waits ends within a day; the audit record keeps who decided' },
    grants: NOTHING,
  },
  operator: { placement: coordinator, backup: { excluded: LEAVERS }, grants: NOTHING },
  operator_ceremony: {
    placement: coordinator,
    backup: { excluded: 'expires within minutes' },
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: 0 }] },
    grants: NOTHING,
  },
  operator_invitation: {
    placement: coordinator,
    backup: { excluded: LEAVERS },
    expiry: { key: { hash: 'bytea' }, rules: [{ since: 'expires_at', seconds: 0 }] },
    grants: NOTHING,
  },
  operator_passkey: { placement: coordinator, backup: { excluded: LEAVERS }, grants: NOTHING },
  operator_session: {
    placement: coordinator,
    backup: { excluded: 'ends within a working day' },
    expiry: {
      key: { hash: 'bytea' },
      rules: [{ since: 'created_at', seconds: OPERATOR_SESSION_SECONDS }],
    },
    grants: NOTHING,
  },
  operator_token: {
    placement: coordinator,
    backup: { excluded: 'revoked tokens must not come back: operators get new ones' },
    grants: NOTHING,
  },
  operator_view: {
    placement: coordinator,
    backup: { excluded: 'counts one hour' },
    expiry: {
      key: { operator: 'text', person: 'bytea' },
      rules: [{ since: 'seen_at', seconds: HOUR_SECONDS }],
    },
    grants: NOTHING,
  },
} satisfies Readonly<Record<string, TableRow>>
