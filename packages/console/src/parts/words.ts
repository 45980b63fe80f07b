/** Words for values of the server. An unknown value, of a newer server, is shown as it is. */
import * as m from '@kerf/locales/messages'

type Words = Readonly<Record<string, () => string>>
const wordOf = (words: Words, value: string): string => words[value]?.() ?? value

const STATUS: Words = {
  active: m.console_status_active,
  restricted: m.console_status_restricted,
  banned: m.console_status_banned,
}
const KIND: Words = { personal: m.console_kind_personal, enterprise: m.console_kind_enterprise }
const OUTCOME: Words = { ok: m.console_audit_ok, refused: m.console_audit_refused }
const APPROVAL: Words = {
  pending: m.console_approval_pending,
  approved: m.console_approval_approved,
  rejected: m.console_approval_rejected,
  used: m.console_approval_used,
  expired: m.console_approval_expired,
}

export const statusWord = (status: string): string => wordOf(STATUS, status)
export const kindWord = (kind: string): string => wordOf(KIND, kind)
export const outcomeWord = (outcome: string): string => wordOf(OUTCOME, outcome)
export const approvalWord = (state: string): string => wordOf(APPROVAL, state)
/** Roles have the names of the command line in both languages. */
export const roleNames = (roles: readonly string[]): string => roles.join(', ')

/** Lines of a JSON object, for details that no screen knows. */
export const detailText = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join('\n')
