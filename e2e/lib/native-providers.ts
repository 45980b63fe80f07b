/**
 * Apple and WeChat, as an app's own registration there meets them: what their kits hand to the app, and what the server asks them
 * afterwards. Apple signs ID tokens with the nonce of the request; WeChat's token names nobody, and is checked with the openid.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Environment } from './product.ts'

/** What an app answers to `login.open`. */
export interface NativeAnswer {
  readonly cid: string
  readonly token: string
  readonly openId?: string
  readonly nonce?: string
}

export interface NativeProviders {
  /** settings of a product that asks these providers */
  readonly settings: Environment
  /** a person of Apple who shares this address, with an ID token for this nonce */
  apple(email: string, nonce: string): NativeAnswer
  wechat(): NativeAnswer
  close(): void
}

const CLIENT = 'example.kerf.app'
const random = () => randomBytes(12).toString('base64url')
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The address of WeChat is fixed, so requests to it are sent to `origin` instead. */
const redirectWechat = (origin: string) =>
  `data:text/javascript,${encodeURIComponent(`
  const { fetch } = globalThis
  globalThis.fetch = (url, init) => fetch(String(url).replace('https://api.weixin.qq.com', '${origin}'), init)`)}`

export async function startNativeProviders(): Promise<NativeProviders> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const openIds = new Map<string, string>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const openId = openIds.get(searchParams.get('access_token') ?? '')
    const isKnown = openId !== undefined && openId === searchParams.get('openid')
    const answers: Readonly<Record<string, object>> = {
      '/.well-known/openid-configuration': {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      },
      '/keys': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] },
      '/sns/auth': isKnown ? { errcode: 0, errmsg: 'ok' } : { errcode: 40003, errmsg: 'invalid openid' },
      '/sns/userinfo': isKnown
        ? { openid: openId, unionid: `u-${openId}`, nickname: 'Ada' }
        : { errcode: 40003, errmsg: 'invalid openid' },
    }
    const answer = answers[pathname]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: {
      OAUTH_APPLE_CLIENT_ID: CLIENT,
      OAUTH_APPLE_SECRET: 'secret',
      OAUTH_APPLE_ISSUER: origin,
      OAUTH_WECHAT_CLIENT_ID: CLIENT,
      OAUTH_WECHAT_SECRET: 'secret',
      NODE_OPTIONS: `--import=${redirectWechat(origin)}`,
    },
    apple(email, nonce) {
      const now = Math.floor(Date.now() / 1_000)
      const signed = [
        part({ alg: 'RS256', kid: 'k' }),
        part({
          ...{ iss: origin, aud: CLIENT, sub: random(), iat: now, exp: now + 600, nonce },
          ...{ email, email_verified: 'true' },
        }),
      ].join('.')
      return {
        cid: CLIENT,
        token: `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`,
        nonce,
      }
    },
    wechat() {
      const [token, openId] = [random(), random()]
      openIds.set(token, openId)
      return { cid: CLIENT, token, openId }
    },
    close: () => void server.close(),
  }
}
