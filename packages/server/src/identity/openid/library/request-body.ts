/**
 * oidc-provider 9.13.3: `OIDCContext.prototype.body`. Some libraries, such as oidc-agent, send HTTP Basic with an empty secret for clients that have none. An empty secret may be left out
 * (RFC 6749, section 2.3.1), so the header is read as the `client_id` of the body. A client that has a secret is still refused.
 */
import type { OIDCContext, Payload, Provider } from 'oidc-provider/lib/provider.js'

/** The client id of `Basic base64(id:)`. */
function clientOfEmptySecret(authorization = ''): string | undefined {
  const [, encoded] = /^basic ([\w+/]+=*)$/i.exec(authorization) ?? []
  return encoded && /^([\w-]+):$/.exec(Buffer.from(encoded, 'base64').toString())?.[1]
}

export function acceptEmptySecrets(provider: Provider): void {
  const bodies = new WeakMap<OIDCContext, Payload>()
  Object.defineProperty(provider.OIDCContext.prototype, 'body', {
    get(this: OIDCContext) {
      return bodies.get(this)
    },
    set(this: OIDCContext, body: Payload) {
      const { headers } = this.ctx.req
      const clientId = clientOfEmptySecret(headers.authorization)
      const isNamed = clientId !== undefined && (body.client_id ?? clientId) === clientId
      if (isNamed) delete headers.authorization
      bodies.set(this, isNamed ? { ...body, client_id: clientId } : body)
    },
  })
}
