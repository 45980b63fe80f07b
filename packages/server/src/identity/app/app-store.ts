/** Registered apps. */
import { statement } from '../../platform/db/database.ts'

export interface AppRow {
  readonly client_id: string
  readonly code: string
  readonly name: string
  /** SHA-256 of the client secret */
  readonly secret_hash: Buffer
  /** SHA-256 of the secret before the last rotation, while it is still accepted */
  readonly previous_secret_hash: Buffer | null
  /** origins that a person may be handed over to */
  readonly origins: readonly string[]
}

export const listApps = statement<AppRow>(
  'app.list',
  `select client_id, code, name, secret_hash, origins,
          case when previous_secret_until > now() then previous_secret_hash end as previous_secret_hash
     from app order by code, created_at`,
)

export interface NewApp {
  readonly clientId: string
  readonly code: string
  readonly name: string
  readonly secretHash: Buffer
  readonly origins: readonly string[]
}

export const insertApp = statement<never, NewApp>(
  'app.insert',
  `insert into app (client_id, code, name, secret_hash, origins)
   values ($clientId, $code, $name, $secretHash, $origins)`,
)

/** The secret before it stays valid for `overlapSeconds`. Returns no row if there is no such app. */
export const replaceSecret = statement<
  { client_id: string },
  { clientId: string; secretHash: Buffer; overlapSeconds: number }
>(
  'app.replace_secret',
  `update app set secret_hash = $secretHash, rotated_at = now(), previous_secret_hash = secret_hash,
          previous_secret_until = now() + make_interval(secs => $overlapSeconds)
    where client_id = $clientId returning client_id`,
)

/** Returns no row if there is no such app. */
export const deleteApp = statement<{ client_id: string; code: string }, { clientId: string }>(
  'app.delete',
  'delete from app where client_id = $clientId returning client_id, code',
)

/** Returns no row if there is no such app. */
export const setOrigins = statement<{ client_id: string }, { clientId: string; origins: readonly string[] }>(
  'app.set_origins',
  'update app set origins = $origins where client_id = $clientId returning client_id',
)
