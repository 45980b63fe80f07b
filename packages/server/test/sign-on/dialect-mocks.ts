/**
 * Mocks of Facebook, GitHub, Google and WeChat that answer as their documentation describes: GitHub and WeChat report errors with
 * HTTP 200, Facebook with 400; Google has no introspection; GitHub requires a user agent; WeChat redirects without a code when the person declines.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, vi } from 'vitest'

export const CHANNELS = ['facebook', 'github', 'wechat'] as const
export type DialectChannel = (typeof CHANNELS)[number]
const HOSTS = [
  'accounts.google.com',
  'oauth2.googleapis.com',
  'openidconnect.googleapis.com',
  'www.facebook.com',
  'graph.facebook.com',
  'github.com',
  'api.github.com',
  'open.weixin.qq.com',
  'api.weixin.qq.com',
]

export interface DialectPerson {
  readonly id: string
  readonly name: string
  readonly email?: string
  readonly verified?: boolean
}

export interface DialectMocks {
  readonly env: Readonly<Record<string, string>>
  /** the person of the next authorization */
  person: DialectPerson
  refuses: boolean
  mode: 'ok' | '500' | 'bad secret'
  /** Issues an access token of a client, as a native SDK receives it. */
  token(client: string, expired?: boolean): string
  /** Stops the mocks and restores `fetch`. */
}

interface Grant {
  readonly person: DialectPerson
  readonly challenge: string | null
  readonly redirectUri: string
}
interface Token {
  readonly person: DialectPerson
  readonly client: string
  readonly expired: boolean
}

const random = (): string => randomBytes(12).toString('base64url')
const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
const CLIENT = {
  facebook: '1234567890',
  google: 'kerf.apps.googleusercontent.com',
  github: 'Iv1.kerf',
  wechat: 'wx0123456789',
}
const SECRET = 'their-secret'

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  if (request.headers['content-type']?.startsWith('application/json'))
    return new URLSearchParams(JSON.parse(text) as Record<string, string>)
  return new URLSearchParams(text)
}

export async function useDialectMocks(): Promise<DialectMocks> {
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, Token>()

  const consent = (query: URLSearchParams): string => {
    const code = random()
    grants.set(code, {
      person: mocks.person,
      challenge: query.get('code_challenge'),
      redirectUri: query.get('redirect_uri') ?? '',
    })
    return code
  }
  const back = (query: URLSearchParams, answer: Record<string, string>): string => {
    const to = new URL(query.get('redirect_uri') ?? '')
    to.search = new URLSearchParams({ ...answer, state: query.get('state') ?? '' }).toString()
    return to.href
  }
  /** Accepts a code once, with its client, redirect URI and verifier. */
  const redeem = (given: URLSearchParams, isClient: boolean): DialectPerson | undefined => {
    const grant = grants.get(given.get('code') ?? '')
    grants.delete(given.get('code') ?? '')
    if (!grant || !isClient || mocks.mode === 'bad secret') return undefined
    if (grant.challenge !== null && s256(given.get('code_verifier') ?? '') !== grant.challenge)
      return undefined
    const named = given.get('redirect_uri')
    return named === null || named === grant.redirectUri ? grant.person : undefined
  }
  const issue = (person: DialectPerson, client: string, expired = false): string => {
    const token = random()
    tokens.set(token, { person, client, expired })
    return token
  }
  const bearer = (request: IncomingMessage): Token | undefined => {
    const token = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    return token?.expired ? undefined : token
  }
  /** WeChat numbers a person by app, and by developer: another app here belongs to another developer. */
  const wechatIds = ({ person, client }: Token) => ({
    openid: wechatOpenId(person, client),
    unionid: `u-${client === CLIENT.wechat ? '' : client}${person.id}`,
  })
  const isOurs = (given: URLSearchParams, id: string, channel: DialectChannel): boolean =>
    given.get(id) === CLIENT[channel] && (given.get('client_secret') ?? given.get('secret')) === SECRET

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://local')
    const json = (value: unknown, status = 200, type = 'application/json; charset=utf-8') =>
      void response.writeHead(status, { 'content-type': type }).end(JSON.stringify(value))
    const go = (to: string) => void response.writeHead(302, { location: to }).end()
    const query = url.searchParams
    const isApi = !/dialog\/oauth$|login\/oauth\/authorize$|qrconnect$/.test(url.pathname)
    if (mocks.mode === '500' && isApi) return void response.writeHead(502).end('Bad gateway')
    const sent = request.method === 'POST' ? await bodyOf(request) : query
    const facebookError = (message: string) =>
      json({ error: { message, type: 'OAuthException', code: 190, fbtrace_id: 'x' } }, 400)

    switch (url.pathname) {
      case '/www.facebook.com/v21.0/dialog/oauth':
        return go(
          back(
            query,
            mocks.refuses
              ? { error: 'access_denied', error_code: '200', error_reason: 'user_denied' }
              : { code: consent(query) },
          ),
        )
      case '/graph.facebook.com/v21.0/oauth/access_token': {
        const person = redeem(sent, isOurs(sent, 'client_id', 'facebook'))
        if (!person) return facebookError('Error validating verification code.')
        const access_token = issue(person, CLIENT.facebook)
        return json({ access_token, token_type: 'bearer', expires_in: 5_183_944 })
      }
      case '/graph.facebook.com/v21.0/me': {
        const token = bearer(request)
        if (!token) return facebookError('Error validating access token: Session has expired.')
        const { id, name, email } = token.person
        return json({ id, name, ...(email !== undefined && { email }) })
      }
      case '/graph.facebook.com/v21.0/debug_token': {
        if (request.headers.authorization !== `Bearer ${CLIENT.facebook}|${SECRET}`)
          return facebookError('You must provide an app access token.')
        const token = tokens.get(query.get('input_token') ?? '')
        if (!token) return json({ data: { is_valid: false, error: { code: 190, message: 'Malformed' } } })
        return json({ data: { app_id: token.client, is_valid: !token.expired, user_id: token.person.id } })
      }

      case '/github.com/login/oauth/authorize':
        return go(
          back(
            query,
            mocks.refuses
              ? { error: 'access_denied', error_description: 'The user has denied your application access.' }
              : { code: consent(query) },
          ),
        )
      case '/github.com/login/oauth/access_token': {
        const person = redeem(sent, isOurs(sent, 'client_id', 'github'))
        if (!person)
          return json({ error: 'bad_verification_code', error_description: 'Incorrect or expired.' })
        const access_token = issue(person, CLIENT.github)
        return json({ access_token, token_type: 'bearer', scope: 'read:user,user:email' })
      }
      case '/api.github.com/user': {
        if (!request.headers['user-agent']) return json({ message: 'Request forbidden' }, 403)
        const token = bearer(request)
        if (!token) return json({ message: 'Bad credentials' }, 401)
        return json({
          id: Number(token.person.id),
          login: `user-${token.person.id}`,
          name: null,
          email: null,
        })
      }
      case '/api.github.com/user/emails': {
        const token = bearer(request)
        if (!token) return json({ message: 'Bad credentials' }, 401)
        const { email, verified } = token.person
        const hidden = {
          email: `${token.person.id}@users.noreply.github.com`,
          primary: false,
          verified: true,
        }
        return json(
          email === undefined ? [hidden] : [hidden, { email, primary: true, verified: verified === true }],
        )
      }
      case `/api.github.com/applications/${CLIENT.github}/token`: {
        const basic = Buffer.from(`${CLIENT.github}:${SECRET}`).toString('base64')
        if (request.headers.authorization !== `Basic ${basic}`) return json({ message: 'Not Found' }, 404)
        const token = tokens.get(sent.get('access_token') ?? '')
        if (!token || token.expired || token.client !== CLIENT.github)
          return json({ message: 'Not Found' }, 404)
        return json({ app: { client_id: token.client }, user: { id: Number(token.person.id) } })
      }

      case '/accounts.google.com/.well-known/openid-configuration':
        return json({
          issuer: 'https://accounts.google.com',
          authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
          token_endpoint: 'https://oauth2.googleapis.com/token',
          userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
          revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
          jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
      case '/oauth2.googleapis.com/tokeninfo': {
        const token = tokens.get(sent.get('access_token') ?? '')
        if (!token || token.expired)
          return json({ error: 'invalid_token', error_description: 'Invalid Value' }, 400)
        const { person, client } = token
        return json({ azp: client, aud: client, sub: person.id, expires_in: '3598', access_type: 'online' })
      }
      case '/openidconnect.googleapis.com/v1/userinfo': {
        const token = bearer(request)
        if (!token) return json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401)
        const { id, name, email, verified = false } = token.person
        return json({ sub: id, name, ...(email !== undefined && { email, email_verified: verified }) })
      }

      case '/open.weixin.qq.com/connect/qrconnect':
        return go(back(query, mocks.refuses ? {} : { code: consent(query) }))
      case '/api.weixin.qq.com/sns/oauth2/access_token': {
        const person = redeem(query, isOurs(query, 'appid', 'wechat'))
        if (!person) return json({ errcode: 40029, errmsg: 'invalid code' }, 200, 'text/plain')
        const access_token = issue(person, CLIENT.wechat)
        const ids = wechatIds({ person, client: CLIENT.wechat, expired: false })
        return json({ access_token, expires_in: 7200, ...ids, scope: 'snsapi_login' }, 200, 'text/plain')
      }
      case '/api.weixin.qq.com/sns/auth': {
        const token = tokens.get(query.get('access_token') ?? '')
        const isValid = token && !token.expired && query.get('openid') === wechatIds(token).openid
        const answer = isValid ? { errcode: 0, errmsg: 'ok' } : { errcode: 40003, errmsg: 'invalid openid' }
        return json(answer, 200, 'text/plain')
      }
      case '/api.weixin.qq.com/sns/userinfo': {
        const token = tokens.get(query.get('access_token') ?? '')
        if (!token || token.expired || query.get('openid') !== wechatIds(token).openid)
          return json({ errcode: 40003, errmsg: 'invalid openid' }, 200, 'text/plain')
        return json({ ...wechatIds(token), nickname: token.person.name, sex: 1 }, 200, 'text/plain')
      }
      default:
        return json({ message: 'Not Found' }, 404)
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const real = globalThis.fetch
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!HOSTS.includes(url.host)) return real(input, init)
    return real(`http://127.0.0.1:${port}/${url.host}${url.pathname}${url.search}`, init)
  })

  const mocks: DialectMocks = {
    env: Object.fromEntries(
      ([...CHANNELS, 'google'] as const).flatMap(channel => [
        [`OAUTH_${channel.toUpperCase()}_CLIENT_ID`, CLIENT[channel]],
        [`OAUTH_${channel.toUpperCase()}_SECRET`, SECRET],
      ]),
    ),
    person: { id: '0', name: 'Unset' },
    refuses: false,
    mode: 'ok',
    token: (client, expired) => issue(mocks.person, client, expired),
  }
  afterAll(async () => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return mocks
}

export const clientIdOf = (channel: DialectChannel | 'google'): string => CLIENT[channel]

/** WeChat's id of a person for one app. */
export const wechatOpenId = ({ id }: Pick<DialectPerson, 'id'>, client = CLIENT.wechat): string =>
  `o-${client}-${id}`
