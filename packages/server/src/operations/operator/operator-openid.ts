/** Login of operators by the company's OpenID Connect provider. Only an invitation connects a subject with an operator. */
import { oidcProvider } from '../../identity/index.ts'
import { withOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { endCeremony, startCeremony, useInvitation } from './operator-ceremonies.ts'
import { findOperatorBySubject, setOperatorSubject } from './operator-session-store.ts'
import { type ConsoleOrigin, evidenceOf, type OpenedSession, openSession } from './operator-sessions.ts'

type Settings = NonNullable<Config['consoleProvider']>

export interface StartedLogin {
  /** the browser keeps it until it comes back */
  readonly flow: string
  readonly url: string
}

export function createCompanyLogin(
  db: Database,
  { issuer, clientId, clientSecret }: Settings,
  at: () => ConsoleOrigin,
  production: boolean,
) {
  const provider = oidcProvider({
    ...{ channel: 'console', issuer, clientId, secret: clientSecret, nativeClientIds: [] },
    insecure: !production,
  })
  const redirectUri = (): string => `${at().origin}/openid/callback`
  const requestOf = (detail: Readonly<Record<string, string>>) => {
    const { state = '', nonce = '', verifier = '' } = detail
    return { state, nonce, verifier, redirectUri: redirectUri(), lang: 'en' }
  }

  return {
    /** `invitation`: connects the login with its operator. Throws a ProviderError. */
    async start(invitation?: string): Promise<StartedLogin> {
      const flow = randomToken()
      const detail = { state: randomToken(), nonce: randomToken(), verifier: randomToken() }
      const url = await provider.createAuthorizationUrl(requestOf(detail))
      await startCeremony(db, flow, {
        ...{ kind: 'openid', detail },
        ...(invitation !== undefined && { invitation: sha256(invitation) }),
      })
      return { flow, url: url.href }
    },

    /** `query`: of the callback's address, with its `?`. Throws `expired` for anybody who is no operator, or a ProviderError. */
    async finish(flow: string, query: string): Promise<OpenedSession> {
      const { detail, invitation } = await endCeremony(db, flow, 'openid')
      const callback = new URL(query, redirectUri())
      const { issuer: iss, subject } = await provider.exchangeCallback(requestOf(detail ?? {}), callback)
      return db.transaction(async tx => {
        if (invitation) {
          const invited = await useInvitation(tx, invitation)
          const { operator } = invited
          const [set] = await setOperatorSubject(tx, { operator, issuer: iss, subject })
          if (!set) throw new ApiError('expired')
          const opened = await openSession(tx, invited, 'openid', at())
          await withOperatorEvidence(evidenceOf(opened.session), () =>
            writeAudit(tx, {
              event: 'operator.enroll',
              outcome: 'ok',
              operator: invited.name,
              detail: { method: 'openid' },
            }),
          )
          return opened
        }
        const [known] = await findOperatorBySubject(tx, { issuer: iss, subject })
        if (!known) throw new ApiError('expired')
        return openSession(tx, known, 'openid', at())
      })
    },
  }
}
