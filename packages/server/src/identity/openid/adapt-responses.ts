/** What client libraries expect of responses beyond the standards. */
import type { Context, Provider } from 'oidc-provider/lib/provider.js'

/** They read no cookie, so credentials of the browser widen no right there (S-182). */
const CREDENTIALED = new Set([
  'token',
  'userinfo',
  'revocation',
  'cors.token',
  'cors.userinfo',
  'cors.revocation',
])
const ALLOWED_ORIGIN = 'access-control-allow-origin'

export function adaptResponses(provider: Provider, hasBrowserOrigin: (origin: string) => boolean): void {
  provider.use(async (ctx: Context, next: () => Promise<void>) => {
    await next()
    const route = ctx.oidc?.route
    // Some libraries parse every body that has a type, the empty one too; others accept nothing but JSON, and say so.
    if (route === 'revocation' && ctx.status === 200) {
      if (ctx.req.headers.accept?.includes('application/json')) ctx.body = {}
      else ctx.remove('content-type')
    }
    const origin = ctx.response.get(ALLOWED_ORIGIN)
    if (route && CREDENTIALED.has(route) && hasBrowserOrigin(origin))
      ctx.set('access-control-allow-credentials', 'true')
  })
}
