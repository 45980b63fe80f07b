/** Development: the origins of `DEV_ORIGINS` and of the development pages count as origins of every brand. */
import type { LoadedBrand } from '@kerf/brands/registry'
import type { Config } from '../platform/config/config.ts'
import type { PublicHosts } from '../web/public-hosts.ts'

/**
 * Production has the same rules with the brands' own origins. The origins are read when they are needed, because the port is
 * known only after the server listens.
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
