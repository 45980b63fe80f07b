/**
 * oidc-provider 9.13.3: `generateTokenId` of `AuthorizationCode`, `RefreshToken` and `AccessToken`, and `AccessToken.getValueAndPayload`.
 * A code or refresh token names its grant, which the statement that consumes it needs. A refresh token that replaces another one was
 * stored with the use of that one. An access token carries its content encrypted, unless it is a JWT for an API (RFC 9068).
 * `decodesTokens`: whether the library of an app decodes its tokens as JWTs.
 */
import type { Context, Provider } from 'oidc-provider/lib/provider.js'
import { randomHandle } from '../../../platform/keys/secrets.ts'
import { parseName, stateOf } from '../tokens/request-state.ts'
import {
  createAccessTokenValue,
  createTokenValue,
  type StoredTokenKind,
  withEmptyClaims,
} from '../tokens/token-value.ts'

interface ApiToken extends Record<string, unknown> {
  readonly resourceServer?: { readonly accessTokenFormat?: string }
}

export function replaceTokenValues(
  provider: Provider,
  key: Buffer,
  context: () => Context | undefined,
  decodesTokens: (clientId: string) => boolean,
): void {
  for (const kind of ['AuthorizationCode', 'RefreshToken'] as const satisfies StoredTokenKind[])
    provider[kind].prototype.generateTokenId = function generate(this: {
      grantId: string
      clientId: string
    }) {
      const issued = kind === 'RefreshToken' ? stateOf(context()).issued : undefined
      const { uid, id } = parseName(this.grantId)
      const value = issued?.value ?? createTokenValue(key, kind, { uid, grantId: id })
      return kind === 'RefreshToken' && decodesTokens(this.clientId) ? withEmptyClaims(value) : value
    }
  const { AccessToken } = provider
  const encrypted = AccessToken.IN_PAYLOAD.filter(name => name !== 'jti' && name !== 'kind')
  const { generateTokenId, getValueAndPayload } = AccessToken.prototype
  AccessToken.prototype.generateTokenId = function generate(this: ApiToken) {
    // The library notes the format. A JWT cannot be revoked, so none has authorization details (S-182).
    if (this.resourceServer?.accessTokenFormat === 'jwt' && this.rar === undefined)
      return generateTokenId.call(this as never)
    return randomHandle()
  }
  AccessToken.prototype.getValueAndPayload = async function encrypt(this: ApiToken) {
    if (this.format === 'jwt') return getValueAndPayload.call(this as never)
    const iat = Math.floor(Date.now() / 1_000)
    const version = stateOf(context()).access?.consent.details_version
    const payload = Object.fromEntries(encrypted.map(name => [name, this[name]]))
    // A copy of many machines would not fit into a token.
    if (payload.rar !== undefined) payload.rar = [{ type: 'machine', version }]
    const refresh = stateOf(context()).issued?.hash.toString('base64url')
    return {
      value: createAccessTokenValue(key, { ...payload, refresh, iat, exp: iat + Number(this.expiration) }),
    }
  }
}
