/**
 * oidc-provider 9.13.3: `request.protocol`, `request.host` and `OIDCContext.prototype.urlFor`. URLs are built from the issuer, not from the
 * Host header, which the caller chooses.
 */
import type { Provider } from 'oidc-provider/lib/provider.js'

export function replaceAddresses(provider: Provider, issuer: string): void {
  const { protocol, host } = new URL(issuer)
  Object.defineProperties(provider.request, {
    protocol: { get: () => protocol.slice(0, -1) },
    host: { get: () => host },
  })
  provider.OIDCContext.prototype.urlFor = (route, options) =>
    new URL(provider.pathFor(route, options), issuer).href
}
