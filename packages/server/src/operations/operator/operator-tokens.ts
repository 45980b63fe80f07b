/** Tokens that prove who an operator is where no login to the machine does (S-172). Only their hashes are stored. */
import { open } from 'node:fs/promises'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { CommandError } from '../input/command-error.ts'
import { OperationError } from '../input/operation-error.ts'
import { hasRole } from './operation-table.ts'
import { addIssuers, endConfirmation, findEnteringOperator } from './operator-store.ts'
import {
  insertOperatorToken,
  listOperatorTokens as listRows,
  type OperatorTokenRow,
  revokeOperatorToken as revokeRow,
  useOperatorToken,
} from './operator-token-store.ts'
import { assertMayGrant, parseOperatorName, parseRoles, principalsOf, putOperator } from './operators.ts'

const PREFIX = 'kop_'
const DAYS_MAX = 366

/** Who a token proves. */
export interface TokenIdentity {
  readonly name: string
  /** `token:ID` */
  readonly source: string
  readonly operatorId: string
  readonly roles: readonly string[]
}

/** Throws an OperationError that does not tell an unknown token from one that ended. */
export async function identifyOperator(db: Database, token: string): Promise<TokenIdentity> {
  const [row] = token.startsWith(PREFIX) ? await useOperatorToken(db, { hash: sha256(token) }) : []
  if (!row) throw new OperationError('operator_token_invalid')
  const { name, operator: operatorId, roles } = row
  return { name, source: `token:${row.id}`, operatorId, roles }
}

export interface NewOperatorToken {
  /** name of the operator who gets it */
  readonly name: string
  readonly roles: readonly string[]
  readonly days: number
  /** new file, which only its owner can read, for the token; undefined: the answer contains it */
  readonly file?: string | undefined
  readonly operator: string
}

async function writeToken(file: string, token: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${token}\n`).finally(() => handle.close())
  } catch (error) {
    throw new CommandError(`${file} cannot be created: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

/**
 * Creates a token of an operator, who is created if there is none of that name. It is shown once: in the answer, or in `file`. Throws an OperationError.
 */
export async function createOperatorToken(
  db: Database,
  { file, operator, ...order }: NewOperatorToken,
): Promise<OperatorTokenRow & { readonly token: string | null }> {
  const given = parseOperatorName(order.name)
  const roles = parseRoles(order.roles)
  assertMayGrant(roles)
  if (!Number.isInteger(order.days) || order.days < 1 || order.days > DAYS_MAX)
    throw new OperationError('operator_token_days', { max: DAYS_MAX })
  const token = `${PREFIX}${randomToken()}`
  const id = randomHandle()
  const created = await db.transaction(async tx => {
    const owner = await putOperator(tx, given, roles, operator)
    const { name } = owner
    const missing = roles.find(role => !hasRole(owner.roles, role))
    if (missing) throw new OperationError('operator_role_missing', { name, role: missing })
    const [row] = await insertOperatorToken(tx, {
      ...{ id, name, operator: owner.id, roles, hash: sha256(token), issuer: operator, days: order.days },
    })
    if (!row) throw new Error('the token was not stored')
    const issuers = principalsOf(operator)
    await addIssuers(tx, { operator: owner.id, issuers })
    // A person who holds the token acts as the operator.
    if (!issuers.includes(owner.id)) await endConfirmation(tx, { operator: owner.id })
    const detail = { token: id, name, roles: roles.join(' '), days: order.days }
    await writeAudit(tx, { event: 'operator.token_create', outcome: 'ok', operator, detail })
    if (file !== undefined) await writeToken(file, token)
    return row
  })
  return { ...created, token: file === undefined ? token : null }
}

/** Whether no operator has a passkey, a company login or a valid token. */
export const hasNoOperator = async (db: Database): Promise<boolean> =>
  (await findEnteringOperator(db, { owner: false, token: true })).length === 0

export async function listOperatorTokens(db: Database, operator: string): Promise<OperatorTokenRow[]> {
  const rows = await listRows(db)
  await writeAudit(db, {
    event: 'operator.token_list',
    outcome: 'ok',
    operator,
    detail: { tokens: rows.length },
  })
  return rows
}

/** Throws an OperationError. */
export async function revokeOperatorToken(
  db: Database,
  id: string,
  operator: string,
): Promise<{ id: string; name: string }> {
  return db.transaction(async tx => {
    const [revoked] = await revokeRow(tx, { id })
    if (!revoked) throw new OperationError('operator_token_unknown', { id })
    const detail = { token: id, name: revoked.name }
    await writeAudit(tx, { event: 'operator.token_revoke', outcome: 'ok', operator, detail })
    return { id, name: revoked.name }
  })
}
