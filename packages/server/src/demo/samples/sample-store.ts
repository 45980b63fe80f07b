/** Registration of the sample apps. */
import { statement } from '../../platform/db/database.ts'

export interface SampleAppRegistration {
  readonly clientId: string
  readonly code: string
  readonly name: string
  /** SHA-256 of the client secret */
  readonly secretHash: Buffer
  readonly origins: readonly string[]
}

/** Registers the app, or replaces its registration of an earlier start. */
export const upsertSampleApp = statement<never, SampleAppRegistration>(
  'demo.register_app',
  `insert into app (client_id, code, name, secret_hash, origins)
   values ($clientId, $code, $name, $secretHash, $origins)
   on conflict (client_id) do update
     set code = $code, name = $name, secret_hash = $secretHash, origins = $origins, rotated_at = now()`,
)
