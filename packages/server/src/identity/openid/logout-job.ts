/** Sends a logout token to an app (OpenID Connect Back-Channel Logout 1.0, section 2). The job queue tries it again later. */
import type { Task } from 'graphile-worker'
import type { GuardedPost } from '../../outbound/guarded/guarded-post.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { randomToken } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findLogoutClient, type LogoutClient } from '../app/app-store.ts'
import type { LogoutJobPayload } from '../grant/end-grants.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { pairwiseId, sessionIdFor } from './tokens/openid-claims.ts'

export interface LogoutJobDependencies extends Pick<PlatformServices, 'db' | 'keys'> {
  readonly issuer: () => string
  readonly post: GuardedPost
  readonly log: JobLog
}

/** Recommended by section 2.4. */
const TOKEN_SECONDS = 120
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

async function createLogoutToken(
  { db, keys, issuer }: Pick<LogoutJobDependencies, 'db' | 'keys' | 'issuer'>,
  { uid, clientId, session }: LogoutJobPayload,
  { party, sector, id_token_alg: alg }: Omit<LogoutClient, 'backchannel_logout_uri'>,
): Promise<string> {
  // Loaded with the first logout: most processes never sign one.
  const { importJWK, SignJWT } = await import('jose')
  const { keys: jwks } = await loadSigningKeys(db, keys.wrapping)
  const jwk = jwks.find(key => key.alg === alg)
  if (!jwk) throw new Error('there is no signing key')
  return new SignJWT({
    sid: sessionIdFor(keys.openid, session, clientId),
    events: { [EVENT]: {} },
  })
    .setProtectedHeader({ alg, typ: 'logout+jwt', kid: jwk.kid ?? '' })
    .setIssuer(issuer())
    .setAudience(clientId)
    .setSubject(party === 'third' ? pairwiseId(keys.openid, sector ?? clientId, uid) : uid)
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .setJti(randomToken())
    .sign(await importJWK(jwk, alg))
}

/** An app that refused the token (400) would refuse it again. Any other failure is thrown, so that the job runs again. */
export const logoutTask =
  (deps: LogoutJobDependencies): Task =>
  async payload => {
    const job = payload as LogoutJobPayload
    const { clientId } = job
    const [client] = await findLogoutClient(deps.db, { clientId })
    if (!client) return
    const token = await createLogoutToken(deps, job, client)
    const { status, cause } = await deps.post({
      url: client.backchannel_logout_uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    })
    if (cause === '') return
    deps.log.warn({ clientId, cause }, 'an app did not accept a logout token')
    if (status !== 400) throw new Error(`logout token: ${cause}`)
  }
