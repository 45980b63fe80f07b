/** Table `operator_token`. */
import { statement } from '../../platform/db/database.ts'

/** Times are unix seconds. */
export interface OperatorTokenRow {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly issuer: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | null
  readonly usedAt: number | null
}

const seconds = (column: string, as: string): string =>
  `floor(extract(epoch from ${column}))::float8 as "${as}"`
const COLUMNS = `id, name, roles, issuer, ${seconds('created_at', 'createdAt')}, ${seconds('expires_at', 'expiresAt')},
  ${seconds('revoked_at', 'revokedAt')}, ${seconds('used_at', 'usedAt')}`

export const insertOperatorToken = statement<
  OperatorTokenRow,
  {
    id: string
    name: string
    operator: string
    roles: readonly string[]
    hash: Buffer
    issuer: string
    days: number
  }
>(
  'operator_token.insert',
  `insert into operator_token (id, name, operator, roles, token_hash, issuer, expires_at)
   values ($id, $name, $operator, $roles, $hash, $issuer, now() + $days::int * interval '1 day') returning ${COLUMNS}`,
  { scope: 'coordinator' },
)

export interface UsedTokenRow {
  readonly id: string
  readonly name: string
  readonly operator: string
  /** of the token, as far as the operator has them now */
  readonly roles: readonly string[]
}

/** Notes the use. No row: unknown, expired or revoked, or the operator has left. */
export const useOperatorToken = statement<UsedTokenRow, { hash: Buffer }>(
  'operator_token.use',
  `update operator_token t set used_at = now() from operator o
    where t.token_hash = $hash and t.revoked_at is null and t.expires_at > now()
      and o.id = t.operator and o.removed_at is null
   returning t.id, o.name, o.id as operator,
             array(select r from unnest(t.roles) r where r = any (o.roles) or 'owner' = any (o.roles)) as roles`,
  { scope: 'coordinator' },
)

export const listOperatorTokens = statement<OperatorTokenRow>(
  'operator_token.list',
  `select ${COLUMNS} from operator_token order by operator_token.created_at, id`,
  { scope: 'coordinator' },
)

/** No row: there is no such token, or it is revoked already. */
export const revokeOperatorToken = statement<{ name: string }, { id: string }>(
  'operator_token.revoke',
  'update operator_token set revoked_at = now() where id = $id and revoked_at is null returning name',
  { scope: 'coordinator' },
)
