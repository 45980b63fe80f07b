/**
 * oidc-provider 9.13.3: `Client.find`, `Client.prototype.includeSid` and `Client.prototype.compareClientSecret`.
 * The library would derive sectors from addresses, which may change; leave `sid` out for clients without logout tokens; and know no
 * limit of wrong secrets.
 */
import type { Client, Context, Provider } from 'oidc-provider/lib/provider.js'

export function replaceClient(
  provider: Provider,
  checkSecret: (context: Context, clientId: string, secret: string) => Promise<boolean>,
  context: () => Context | undefined,
): void {
  const findClient = provider.Client.find.bind(provider.Client)
  provider.Client.find = async id => {
    const client = await findClient(id)
    if (client) client.subjectType = client.kerf_party === 'third' ? 'pairwise' : 'public'
    return client
  }
  // An app that starts a logout proves by `sid` which session it means.
  provider.Client.prototype.includeSid = () => true
  provider.Client.prototype.compareClientSecret = async function compare(this: Client, secret) {
    const ctx = context()
    return ctx !== undefined && checkSecret(ctx, this.clientId, secret)
  }
}
