/**
 * oidc-provider 9.13.3: `IdToken.prototype.payload`. The library puts the claims of scopes into the ID token of every client or of none.
 * Here the app chooses: some libraries read nothing else.
 */
import type { Provider } from 'oidc-provider/lib/provider.js'

export function addIdTokenClaims(provider: Provider): void {
  const { prototype } = provider.IdToken
  const { payload } = prototype
  prototype.payload = function addClaims() {
    const { AccessToken } = this.ctx?.oidc.entities ?? {}
    // A token for an API has scopes of that API, and the library takes the granted scopes.
    const granted = AccessToken?.aud === undefined ? AccessToken?.scope : undefined
    if (this.client.kerf_id_token_claims && granted !== undefined) this.scope = granted
    return payload.call(this)
  }
}
