/** Registration of the sample apps. */
import { statement } from '../../platform/db/database.ts'

export interface SampleAppRegistration {
  readonly clientId: string
  readonly code: string
  readonly name: string
  /** SHA-256 of the client secret */
  readonly secretHash: Buffer
  readonly origins: readonly string[]
  /** of OpenID Connect; none if the app uses tickets */
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
}

/** Registers the app, or replaces its registration of an earlier start. */
export const upsertSampleApp = statement<{ has_logo: boolean }, SampleAppRegistration>(
  'demo.register_app',
  `insert into app (client_id, code, name, secret_hash, origins, redirect_uris, post_logout_redirect_uris, rotated_at)
   values ($clientId, $code, $name, $secretHash, $origins, $redirectUris, $postLogoutRedirectUris, now())
   on conflict (client_id) do update
     set code = excluded.code, name = excluded.name, secret_hash = excluded.secret_hash, origins = excluded.origins,
         redirect_uris = excluded.redirect_uris, post_logout_redirect_uris = excluded.post_logout_redirect_uris,
         rotated_at = excluded.rotated_at
   returning exists (select 1 from app_logo l where l.client_id = app.client_id) as has_logo`,
)

/** Processes that run already read the apps again. */
export const notifySampleApp = statement<never>('demo.notify_app', `select pg_notify('app', '')`, {
  scope: 'coordinator',
})
