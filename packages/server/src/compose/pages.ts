/** Registers what browsers load: in development its own pages too, then the portal. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadedBrand } from '@kerf/brands/registry'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/native-calls'
import type { PageData } from '@kerf/contract/page-data'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { PublicNames } from '../platform/config/public-names.ts'
import { pageShellPlugin } from '../platform/http/page-shell/page-shell-plugin.ts'

export interface PagesOptions {
  readonly config: Config
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly names: PublicNames
  /** channels of social sign-in that are offered */
  readonly social: readonly string[]
  /** origins of brands and apps, as they are now */
  readonly returnOrigins: () => readonly string[]
  readonly cookieDomain: () => string
  readonly sisters: readonly string[]
}

const humanOf = ({ humanCheck, recaptcha }: Config): PageData['human'] =>
  humanCheck === 'recaptcha' && recaptcha
    ? { kind: 'recaptcha', siteKey: recaptcha.siteKey }
    : { kind: humanCheck === 'off' ? 'off' : 'slider' }

/** Without a built portal production does not start; in development the calls alone are served, which is said. */
export async function registerPages(
  http: FastifyInstance,
  { config, brands, names, social, returnOrigins, cookieDomain, sisters }: PagesOptions,
): Promise<void> {
  const { portalFolder, production, deployment } = config
  const development = production
    ? undefined
    : await (await import('../demo/development-pages.ts')).developmentPages(http, { config, brands, names })
  if (!existsSync(join(portalFolder, 'pages/pages.json'))) {
    if (production) throw new Error('The portal is not built: run "npm run build".')
    http.log.warn('the portal is not built: only calls are served')
    return
  }
  await http.register(
    pageShellPlugin({
      portalFolder,
      brands,
      publicUrl: names.publicUrl,
      deployment,
      development: !production,
      human: humanOf(config),
      password: { min: config.passwordMin, max: config.passwordMax },
      social,
      // Apps come and go while the server runs.
      get returnOrigins() {
        return returnOrigins()
      },
      get cookieDomain() {
        return cookieDomain()
      },
      sisters,
      activation: config.activationUrl === undefined ? undefined : new URL(config.activationUrl).origin,
      clock: () => new Date(),
      devicePort: development?.devicePort ?? MACHINE_BRIDGE_PORT,
      tracking: {
        ...(config.analyticsUrl && { url: config.analyticsUrl }),
        ...(config.gaMeasurementId && { google: config.gaMeasurementId }),
      },
      ...(development && { standIn: development.standIn }),
    }),
  )
}
