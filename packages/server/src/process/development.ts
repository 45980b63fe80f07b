/** What only development has: the tools of `demo/`, and more origins of the brands. */
import type { AddressInfo } from 'node:net'
import type { LoadedBrand } from '@kerf/brands/registry'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { PublicHosts } from '../web/request/public-hosts.ts'

/** The development tools, or undefined in production. This import() is the only one of `demo/` (S-128). */
export const loadDevelopment = async (config: Pick<Config, 'production'>) =>
  config.production ? undefined : import('../demo/index.ts')

/** Adds the routes of the demo provider of social sign-in. Returns its channel; undefined: it is not offered. */
export async function addDemoProvider(http: FastifyInstance, config: Config, names: PublicHosts) {
  const development = await loadDevelopment(config)
  if (!development?.offersDemo(config)) return undefined
  const port = () => (http.server.address() as AddressInfo | null)?.port ?? 0
  const demo = development.createDemoProvider(names.publicUrls, port)
  await demo.routes(http)
  return { ...demo.settings, issuer: demo.issuer }
}

/**
 * The origins of `DEV_ORIGINS` and of the development pages count as origins of every brand. Production has the same
 * rules with the brands' own origins. The origins are read when they are needed, because the port is known only after the server listens.
 */
export function withDevelopmentOrigins(
  brands: ReadonlyMap<string, LoadedBrand>,
  { production }: Pick<Config, 'production'>,
  { developmentOrigins }: Pick<PublicHosts, 'developmentOrigins'>,
): ReadonlyMap<string, LoadedBrand> {
  if (production) return brands
  return new Map(
    [...brands].map(([code, loaded]) => {
      const brand = {
        ...loaded.brand,
        get origins() {
          return [...loaded.brand.origins, ...developmentOrigins()]
        },
      }
      return [code, { ...loaded, brand }]
    }),
  )
}
