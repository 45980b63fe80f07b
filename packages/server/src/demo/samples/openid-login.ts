/** Logs people in by OpenID Connect with the library openid-client (docs/openid.md). */
import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as client from 'openid-client'
import type { SampleOptions } from './sample-app.ts'
import { createPendingLogins, createSessions, redirect, type SampleLogin } from './sample-login.ts'

interface PendingLogin {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

interface Session {
  readonly uid: string
  readonly accessToken: string
  readonly idToken: string
  readonly expiresAtMs: number
}

const UNAUTHORIZED = 401

const isOver = ({ expiresAtMs }: Session): boolean => expiresAtMs <= Date.now()

export function createOpenIdLogin({ portal, api, credentials, origin }: SampleOptions): SampleLogin {
  const redirectUri = `${origin}/return`
  const logins = createPendingLogins<PendingLogin>()
  const sessions = createSessions<Session>()

  /** Browsers resolve names below localhost to this machine; Node's resolver may not. */
  const fetchLocally: client.CustomFetch = async (url, { method, headers, body }) => {
    const { host, pathname, search } = new URL(url)
    const call = requestHttp(new URL(pathname + search, api), { method, headers: { ...headers, host } })
    call.end(String(body ?? ''))
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    return new Response(await buffer(answer), { status: answer.statusCode ?? 0, headers: fields })
  }

  let discovered: Promise<client.Configuration> | undefined
  const discover = (): Promise<client.Configuration> => {
    const { clientId, clientSecret } = credentials
    discovered ??= client
      .discovery(portal, clientId, undefined, client.ClientSecretBasic(clientSecret), {
        [client.customFetch]: fetchLocally,
        // On one's own computer the issuer is http.
        execute: [client.allowInsecureRequests],
      })
      .catch(error => {
        discovered = undefined
        throw error
      })
    return discovered
  }

  return {
    async currentPerson(request) {
      const session = sessions.find(request)
      if (!session) return undefined
      try {
        const { uid, accessToken } = session
        const { nickname = '', email = '' } = await client.fetchUserInfo(await discover(), accessToken, uid)
        return { method: 'openid', person: { uid, nickname, email } }
      } catch (error) {
        if (!(error instanceof client.WWWAuthenticateChallengeError) || error.status !== UNAUTHORIZED)
          throw error
        // What has expired is renewed; what ended before is over.
        if (!isOver(session)) sessions.remove(request)
        return undefined
      }
    },

    isExpired(request) {
      const session = sessions.find(request)
      return session !== undefined && isOver(session)
    },

    async logIn(_request, response, language, { silently }) {
      const login = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: login.state,
        nonce: login.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
        code_challenge_method: 'S256',
        ui_locales: language === 'zh' ? 'zh-CN' : 'en',
        ...(silently && { prompt: 'none' }),
      })
      redirect(response, address.href, [logins.add(login.state, login)])
    },

    async handleReturn(request, response, query) {
      const login = logins.find(request)
      const cleared = logins.remove(request)
      if (!login) return redirect(response, '/?failed=1', [cleared])
      const ended = sessions.remove(request)
      // The answer to `prompt=none`: nobody is logged in.
      if (query.get('error') === 'login_required') return redirect(response, '/', [cleared, ended])
      try {
        const address = new URL(`${redirectUri}?${query}`)
        const tokens = await client.authorizationCodeGrant(await discover(), address, {
          expectedState: login.state,
          expectedNonce: login.nonce,
          pkceCodeVerifier: login.verifier,
          idTokenExpected: true,
        })
        const session = {
          uid: tokens.claims()?.sub ?? '',
          accessToken: tokens.access_token,
          idToken: tokens.id_token ?? '',
          expiresAtMs: Date.now() + (tokens.expiresIn() ?? 0) * 1_000,
        }
        redirect(response, '/', [cleared, sessions.add(client.randomState(), session)])
      } catch {
        redirect(response, '/?failed=1', [cleared, ended])
      }
    },

    /** RP-Initiated Logout: the ID token names the session, so that the portal does not ask. */
    async logOut(request, response) {
      const session = sessions.find(request)
      const cleared = [sessions.remove(request)]
      if (!session) return redirect(response, '/', cleared)
      const address = client.buildEndSessionUrl(await discover(), {
        id_token_hint: session.idToken,
        post_logout_redirect_uri: `${origin}/`,
      })
      redirect(response, address.href, cleared)
    },
  }
}
