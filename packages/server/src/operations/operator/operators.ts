/** Operators: who may enter the console and hold tokens. They are no accounts (S-170). */
import { currentOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { changesOf, writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { OperationError } from '../input/operation-error.ts'
import { parseName } from '../input/parse-name.ts'
import { assertMayTakePart, assertProvenOperator } from './acting-operator.ts'
import { hasRole, OPERATOR_ROLES, type OperatorRole } from './operation-table.ts'
import {
  deleteOperatorPasskey,
  deleteOtherSessions,
  describeOperatorPasskeys,
  type ListedPasskeyRow,
} from './operator-session-store.ts'
import {
  addIssuers,
  confirmRow,
  countOwners,
  deleteInvitations,
  deleteWaysIn,
  endConfirmationsBy,
  findWayIn,
  insertInvitation,
  insertOperator,
  listOperatorRows,
  lockOperator,
  type OperatorRow,
  removeOperatorRow,
  setOperatorRoles,
} from './operator-store.ts'

export type { OperatorRow } from './operator-store.ts'

const NAME_MAX = 64
const INVITATION_HOURS = 24

/** Throws an OperationError. */
export function parseRoles(roles: readonly string[]): OperatorRole[] {
  const known = [...new Set(roles)].map(role => {
    const found = OPERATOR_ROLES.find(one => one === role)
    if (!found) throw new OperationError('operator_role_unknown', { roles: OPERATOR_ROLES.join(', '), role })
    return found
  })
  if (known.length === 0) throw new OperationError('operator_role_none')
  return known
}

/** Nobody gives a role that they do not have. Throws an OperationError. */
export function assertMayGrant(roles: readonly OperatorRole[]): void {
  const own = currentOperatorEvidence()?.roles
  const missing = roles.find(role => !hasRole(own, role))
  if (missing) throw new OperationError('operator_role_not_yours', { role: missing })
}

/** Throws an OperationError. */
export function parseOperatorName(given: string): string {
  const name = parseName(given)
  if ([...name].length > NAME_MAX) throw new OperationError('name_invalid', { max: NAME_MAX })
  return name
}

/** How acts of two persons know who acts: an operator by the id, anybody else by the login and the name. */
export function principalsOf(operator: string): string[] {
  const { operatorId, source = '', login } = currentOperatorEvidence() ?? {}
  const logins = [source, login].filter(one => one?.startsWith('login:')) as string[]
  return operatorId === undefined ? [...new Set([...logins, `name:${operator.toLowerCase()}`])] : [operatorId]
}

/** The operator with this name, locked. Creates one, with these roles, if there is none. */
export async function putOperator(
  tx: Queryable,
  name: string,
  roles: readonly OperatorRole[],
  operator: string,
): Promise<OperatorRow> {
  const [created] = await insertOperator(tx, { id: `op_${randomHandle()}`, name, roles, invitedBy: operator })
  if (created) {
    await addIssuers(tx, { operator: created.id, issuers: principalsOf(operator) })
    const detail = { name, roles: roles.join(' ') }
    await writeAudit(tx, { event: 'operator.create', outcome: 'ok', operator, detail })
  }
  const [row] = await lockOperator(tx, { name })
  if (!row) throw new Error('the operator was not stored')
  return row
}

async function requireOperator(tx: Queryable, name: string): Promise<OperatorRow> {
  const [row] = await lockOperator(tx, { name: name.trim() })
  if (!row) throw new OperationError('operator_unknown', { name })
  return row
}

export interface InvitedOperator {
  readonly name: string
  readonly roles: readonly string[]
  /** counts once, within `hours` */
  readonly token: string
  readonly hours: number
}

/**
 * Invites a new operator, or one who has lost a way in, whose ways in all end when the invitation is accepted: never oneself, so that a stolen session or token adds no passkey of
 * the thief (S-170). Throws an OperationError.
 */
export async function inviteOperator(
  db: Database,
  order: { readonly name: string; readonly roles?: readonly string[] | undefined; readonly operator: string },
): Promise<InvitedOperator> {
  const { operator } = order
  const name = parseOperatorName(order.name)
  const given = order.roles && parseRoles(order.roles)
  const token = randomToken()
  return db.transaction(async tx => {
    const row = await putOperator(tx, name, given ?? ['support'], operator)
    if (given && !(given.length === row.roles.length && given.every(role => row.roles.includes(role))))
      throw new OperationError('operator_roles_differ', { name: row.name, roles: row.roles.join(', ') })
    assertMayGrant(parseRoles(row.roles))
    if (row.id === currentOperatorEvidence()?.operatorId || row.name.toLowerCase() === operator.toLowerCase())
      throw new OperationError('operator_self')
    await deleteInvitations(tx, { operator: row.id })
    await insertInvitation(tx, {
      ...{
        hash: sha256(token),
        operator: row.id,
        issuedBy: operator,
        issuers: principalsOf(operator),
        hours: INVITATION_HOURS,
      },
    })
    const detail = { name: row.name, roles: row.roles.join(' ') }
    await writeAudit(tx, { event: 'operator.invite', outcome: 'ok', operator, detail })
    return { name: row.name, roles: row.roles, token, hours: INVITATION_HOURS }
  })
}

/** Those who left come last. */
export async function listOperators(db: Database, operator: string): Promise<OperatorRow[]> {
  const rows = await listOperatorRows(db)
  await writeAudit(db, {
    event: 'operator.list',
    outcome: 'ok',
    operator,
    detail: { operators: rows.length },
  })
  return rows
}

/** Somebody must be able to invite operators. Throws an OperationError. */
async function assertOwnerRemains(tx: Queryable, { id, roles }: OperatorRow): Promise<void> {
  if (!roles.includes('owner')) return
  const [rest] = await countOwners(tx, { except: id })
  if (rest?.owners === 0 && currentOperatorEvidence()?.operatorId !== undefined)
    throw new OperationError('operator_last_owner')
}

/** Sessions and tokens have the new roles from the next call on. Throws an OperationError. */
export async function editOperator(
  db: Database,
  order: { readonly name: string; readonly roles: readonly string[]; readonly operator: string },
): Promise<{ name: string; roles: readonly string[] }> {
  const { operator } = order
  const roles = parseRoles(order.roles)
  return db.transaction(async tx => {
    const row = await requireOperator(tx, order.name)
    assertMayGrant(roles)
    if (row.id === currentOperatorEvidence()?.operatorId) throw new OperationError('operator_self')
    if (!roles.includes('owner')) await assertOwnerRemains(tx, row)
    await setOperatorRoles(tx, { id: row.id, roles })
    if (!roles.includes('owner')) await endConfirmationsBy(tx, { name: row.name })
    const detail = { name: row.name, changed: changesOf({ roles: row.roles }, { roles }) }
    await writeAudit(tx, { event: 'operator.edit', outcome: 'ok', operator, detail })
    return { name: row.name, roles }
  })
}

/**
 * Vouches for an operator whom somebody else let in, as a person who is known and has entered: whom one owner has invented has no such
 * owner (S-172). It ends when somebody lets the operator in again. Throws an OperationError.
 */
export async function confirmOperator(
  db: Database,
  { name, operator }: { readonly name: string; readonly operator: string },
): Promise<{ name: string }> {
  assertProvenOperator()
  await assertMayTakePart(db)
  return db.transaction(async tx => {
    const row = await requireOperator(tx, name)
    const [way] = await findWayIn(tx, { operator: row.id })
    if (!way) throw new OperationError('operator_outside', { name: row.name })
    const [confirmed] = await confirmRow(tx, {
      ...{ id: row.id, name: operator, principals: principalsOf(operator) },
      by: currentOperatorEvidence()?.operatorId ?? null,
    })
    if (!confirmed) throw new OperationError('operator_not_independent', { name: row.name })
    const changed = changesOf({ confirmedBy: row.confirmedBy }, { confirmedBy: operator })
    await writeAudit(tx, {
      event: 'operator.confirm',
      outcome: 'ok',
      operator,
      detail: { name: row.name, changed },
    })
    return { name: row.name }
  })
}

/** Oldest first. Throws an OperationError. */
export async function listPasskeysOf(
  db: Database,
  name: string,
  operator: string,
): Promise<ListedPasskeyRow[]> {
  return db.transaction(async tx => {
    const row = await requireOperator(tx, name)
    const passkeys = await describeOperatorPasskeys(tx, { operator: row.id })
    const detail = { name: row.name, passkeys: passkeys.length }
    await writeAudit(tx, { event: 'operator.passkey_list', outcome: 'ok', operator, detail })
    return passkeys
  })
}

/**
 * Removes a passkey that is lost, and ends the sessions, which it may have opened. The last one is replaced by an invitation. `id`: of
 * `listPasskeysOf`. Throws an OperationError.
 */
export async function removePasskey(
  db: Database,
  { name, id, operator }: { readonly name: string; readonly id: string; readonly operator: string },
): Promise<{ name: string; id: string }> {
  return db.transaction(async tx => {
    const row = await requireOperator(tx, name)
    const [removed] = await deleteOperatorPasskey(tx, { operator: row.id, id })
    if (!removed) throw new OperationError('operator_passkey_unknown', { name: row.name, id })
    await deleteOtherSessions(tx, { operator: row.id })
    const detail = { name: row.name, passkey: id }
    await writeAudit(tx, { event: 'operator.passkey_remove', outcome: 'ok', operator, detail })
    return { name: row.name, id }
  })
}

/** Ends the sessions, tokens, passkeys and invitations of an operator who leaves. Throws an OperationError. */
export async function removeOperator(
  db: Database,
  name: string,
  operator: string,
): Promise<{ name: string }> {
  return db.transaction(async tx => {
    const row = await requireOperator(tx, name)
    await assertOwnerRemains(tx, row)
    await removeOperatorRow(tx, { id: row.id })
    await endConfirmationsBy(tx, { name: row.name })
    await deleteWaysIn(tx, { id: row.id })
    await writeAudit(tx, { event: 'operator.remove', outcome: 'ok', operator, detail: { name: row.name } })
    return { name: row.name }
  })
}
