/** OpenID provider for tests that returns invalid tokens and errors on demand. */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll } from 'vitest'

/** The defect of the ID token or of an endpoint. */
export type Mode =
  | 'ok'
  | 'wrong audience'
  | 'two audiences'
  | 'expired'
  | 'no exp'
  | 'no iat'
  | 'alg none'
  | 'symmetric'
  | 'foreign key'
  | 'wrong nonce'
  | 'wrong issuer'
  | 'no subject'
  | '500'
  | 'hang'
  | 'no id token'
  | 'not json'

export interface MockPerson {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  /** a string at Apple */
  readonly email_verified?: boolean | string
}

export interface MockProvider {
  readonly issuer: string
  /** environment of the channel for this provider */
  readonly env: Readonly<Record<string, string>>
  /** the person of the next authorization */
  person: MockPerson
  /** whom userinfo describes, if not the person of the token */
  userinfoPerson?: MockPerson | undefined
  /** whether the person declines */
  refuses: boolean
  /** defect of the token endpoint and its tokens */
  mode: Mode
  /** defect of the discovery document */
  discovery: 'ok' | '500' | 'hang' | 'wrong issuer'
  /** parameter `iss` of the authorization response (RFC 9207); undefined: not sent */
  answerIssuer: string | undefined
  /** whether the ID token contains the email address; otherwise only userinfo does */
  emailInToken: boolean
  /** requests to the token endpoint, newest last */
  readonly exchanges: Record<string, string>[]
  idToken(claims: JWTPayload, mode?: Mode): Promise<string>
  accessToken(person: MockPerson, clientId?: string): string
  stop(): Promise<void>
}

export const CLIENT_ID = 'mock-client'
export const NATIVE_ID = 'mock-native'
const SECRET = 'mock-secret'

interface Granted {
  readonly person: MockPerson
  readonly nonce: string
  readonly challenge: string
  readonly redirectUri: string
}

const body = async (request: IncomingMessage): Promise<Record<string, string>> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return Object.fromEntries(new URLSearchParams(text))
}
const random = (): string => randomBytes(16).toString('base64url')

/** `rfc9207`: the discovery document announces the parameter `iss`. */
export async function startMockProvider(channel = 'MOCK', { rfc9207 = false } = {}): Promise<MockProvider> {
  const own = await generateKeyPair('ES256', { extractable: true })
  const foreign = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  const granted = new Map<string, Granted>()
  const tokens = new Map<string, { readonly person: MockPerson; readonly clientId: string }>()

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const idToken = async (claims: JWTPayload, mode: Mode = 'ok'): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000)
    const payload: JWTPayload = { iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 300, ...claims }
    if (mode === 'wrong audience') payload.aud = 'somebody-else'
    if (mode === 'two audiences')
      Object.assign(payload, { aud: [CLIENT_ID, 'somebody-else'], azp: 'somebody-else' })
    if (mode === 'expired') Object.assign(payload, { iat: now - 900, exp: now - 600 })
    if (mode === 'no exp') delete payload.exp
    if (mode === 'no iat') delete payload.iat
    if (mode === 'wrong nonce') payload.nonce = 'another'
    if (mode === 'wrong issuer') payload.iss = 'https://accounts.example'
    if (mode === 'no subject') delete payload.sub
    if (mode === 'alg none') return new UnsecuredJWT(payload).encode()
    if (mode === 'symmetric')
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(Buffer.from(SECRET.padEnd(32)))
    const key = mode === 'foreign key' ? foreign.privateKey : own.privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key)
  }

  const accessToken = (person: MockPerson, clientId = CLIENT_ID): string => {
    const token = random()
    tokens.set(token, { person, clientId })
    return token
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const form = await body(request)

    if (url.pathname === '/.well-known/openid-configuration') {
      if (mock.discovery === 'hang') return
      if (mock.discovery === '500') return void response.writeHead(500).end('down')
      return void json({
        issuer: mock.discovery === 'wrong issuer' ? 'https://accounts.example' : issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        introspection_endpoint: `${issuer}/introspect`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['ES256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        ...(rfc9207 && { authorization_response_iss_parameter_supported: true }),
      })
    }
    if (url.pathname === '/jwks') return void json({ keys: [jwk] })
    if (url.pathname === '/authorize') {
      const one = (name: string): string => url.searchParams.get(name) ?? ''
      const code = random()
      granted.set(code, {
        person: mock.person,
        nonce: one('nonce'),
        challenge: one('code_challenge'),
        redirectUri: one('redirect_uri'),
      })
      const back = new URL(one('redirect_uri'))
      back.search = new URLSearchParams({
        ...(mock.refuses ? { error: 'access_denied' } : { code }),
        state: one('state'),
        ...(mock.answerIssuer !== undefined && { iss: mock.answerIssuer }),
      }).toString()
      return void response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/token') {
      mock.exchanges.push(form)
      if (mock.mode === 'hang') return
      if (mock.mode === '500') return void response.writeHead(500).end('down')
      if (mock.mode === 'not json') return void response.writeHead(200).end('<html>')
      const grant = granted.get(form.code ?? '')
      granted.delete(form.code ?? '')
      const challenge = createHash('sha256')
        .update(form.code_verifier ?? '')
        .digest('base64url')
      const isValid =
        grant?.challenge === challenge &&
        form.redirect_uri === grant.redirectUri &&
        form.client_id === CLIENT_ID &&
        form.client_secret === SECRET
      if (!grant || !isValid) return void json({ error: 'invalid_grant' }, 400)
      const { person, nonce } = grant
      const { sub } = person
      const claims = mock.emailInToken ? { ...person, nonce } : { sub, nonce }
      return void json({
        access_token: accessToken(person),
        token_type: 'Bearer',
        expires_in: 300,
        ...(mock.mode !== 'no id token' && { id_token: await idToken(claims, mock.mode) }),
      })
    }
    if (url.pathname === '/introspect') {
      if (mock.mode === 'hang') return
      if (mock.mode === '500') return void response.writeHead(500).end('down')
      const token = form.client_secret === SECRET ? tokens.get(form.token ?? '') : undefined
      return void json(
        token ? { active: true, client_id: token.clientId, sub: token.person.sub } : { active: false },
      )
    }
    if (url.pathname === '/userinfo') {
      const token = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''))
      return void (token ? json(mock.userinfoPerson ?? token.person) : json({ error: 'invalid_token' }, 401))
    }
    response.writeHead(404).end()
  }

  const mock: MockProvider = {
    issuer,
    env: {
      [`OAUTH_${channel}_CLIENT_ID`]: CLIENT_ID,
      [`OAUTH_${channel}_SECRET`]: SECRET,
      [`OAUTH_${channel}_ISSUER`]: issuer,
      [`OAUTH_${channel}_NATIVE_CLIENT_IDS`]: NATIVE_ID,
    },
    person: { sub: 'nobody' },
    refuses: false,
    mode: 'ok',
    discovery: 'ok',
    answerIssuer: rfc9207 ? issuer : undefined,
    emailInToken: true,
    exchanges: [],
    idToken,
    accessToken,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return mock
}

let people = 0
/** Returns a person with a new subject. */
export function newPerson(more: Partial<MockPerson> = {}): MockPerson {
  people += 1
  const sub = `person-${people}-${random()}`
  return { sub, name: `Person ${people}`, email: `${sub}@mock.example`, email_verified: true, ...more }
}

/** Starts a provider for all tests of the file or the group that calls it. Their end stops it. */
export async function useMockProvider(
  ...options: Parameters<typeof startMockProvider>
): Promise<MockProvider> {
  const provider = await startMockProvider(...options)
  afterAll(() => provider.stop())
  return provider
}
