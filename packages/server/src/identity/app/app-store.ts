/** Rows of registered apps. */
import { statement } from '../../platform/db/database.ts'

export interface AppRow {
  readonly client_id: string
  readonly code: string
  readonly name: string
  readonly secret_hash: Buffer
  readonly origins: readonly string[]
}

export const listApps = statement<AppRow>(
  'app.list',
  'select client_id, code, name, secret_hash, origins from app order by code, created_at',
)

export const insertApp = statement<
  never,
  [clientId: string, code: string, name: string, secretHash: Buffer, origins: readonly string[]]
>('app.insert', 'insert into app (client_id, code, name, secret_hash, origins) values ($1, $2, $3, $4, $5)')

export const replaceSecret = statement<{ client_id: string }, [clientId: string, secretHash: Buffer]>(
  'app.rotate',
  'update app set secret_hash = $2, rotated_at = now() where client_id = $1 returning client_id',
)

export const setOrigins = statement<{ client_id: string }, [clientId: string, origins: readonly string[]]>(
  'app.origins',
  'update app set origins = $2 where client_id = $1 returning client_id',
)
