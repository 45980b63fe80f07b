/// <reference path="../../packages/server/src/identity/openid/library/oidc-provider.d.ts" />
/** Reference: oidc-provider with its memory adapter, on Node's own server. `GET /seed?grants=n` returns refresh tokens, one a line. */
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider/lib/provider.js'

const [port = '0'] = process.argv.slice(2)
const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const { default: MemoryAdapter } = await import(
  new URL('./adapters/memory_adapter.js', import.meta.resolve('oidc-provider/lib/provider.js')).href
)
const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: MemoryAdapter,
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench-secret',
      redirect_uris: ['https://shop.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'bench' }] },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
  rotateRefreshToken: true,
  ttl: { AccessToken: 3600, IdToken: 3600, RefreshToken: 86_400, Grant: 86_400 },
  findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
})
provider.silent = true

async function createRefreshToken(): Promise<string> {
  const client = await provider.Client.find('bench')
  const grant = new provider.Grant({ accountId: 'person', clientId: 'bench' })
  grant.addOIDCScope('openid email offline_access')
  const RefreshToken = provider.RefreshToken as unknown as new (
    options: object,
  ) => { save(): Promise<string> }
  const token = new RefreshToken({
    accountId: 'person',
    client,
    grantId: await grant.save(),
    gty: 'authorization_code',
    scope: 'openid email offline_access',
  })
  return token.save()
}

const handle = provider.callback()
createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`)
  if (url.pathname === '/healthz') {
    response.end('{}')
  } else if (url.pathname === '/seed') {
    const tokens = []
    for (let n = Number(url.searchParams.get('grants')); n > 0; n--) tokens.push(await createRefreshToken())
    response.end(tokens.join('\n'))
  } else await handle(request, response)
}).listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
