/** Registers the portal's pages, and in development the development pages. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadedBrand } from '@kerf/brands/registry'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/host/native-calls'
import type { PageData } from '@kerf/contract/page-data'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { pageShellPlugin } from '../web/page-shell/page-shell-plugin.ts'
import type { PublicHosts } from '../web/request/public-hosts.ts'
import type { PageContext } from './app.ts'
import { loadDevelopment } from './development.ts'

export interface PagesOptions extends PageContext {
  readonly config: Config
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly names: PublicHosts
}

const humanCheckOf = ({ humanCheck, recaptcha }: Config): PageData['human'] =>
  humanCheck === 'recaptcha' && recaptcha
    ? { kind: 'recaptcha', siteKey: recaptcha.siteKey }
    : { kind: humanCheck === 'off' ? 'off' : 'slider' }

/** Production needs a built portal and throws without one; development then serves API calls only. */
export async function registerPages(
  http: FastifyInstance,
  { config, brands, names, ...context }: PagesOptions,
): Promise<void> {
  const { portalFolder, production, deployment } = config
  const development = await loadDevelopment(config)
  const pages = await development?.registerDevelopmentPages(http, { config, brands, names })
  if (!existsSync(join(portalFolder, 'pages/pages.json'))) {
    if (production) throw new Error('The portal is not built: run "npm run build".')
    http.log.warn('the portal is not built: only API calls are served')
    return
  }
  await http.register(
    pageShellPlugin({
      portalFolder,
      brands,
      publicUrl: names.publicUrl,
      deployment,
      human: humanCheckOf(config),
      password: { min: config.passwordMin, max: config.passwordMax },
      social: context.social,
      socialClients: context.socialClients,
      // Getters: both change while the server runs.
      get returnOrigins() {
        return context.returnOrigins()
      },
      get cookieDomain() {
        return context.cookieDomain()
      },
      siblings: context.siblings,
      activation: config.activationUrl === undefined ? undefined : new URL(config.activationUrl).origin,
      clock: () => new Date(),
      devicePort: pages?.machinePort ?? MACHINE_BRIDGE_PORT,
      tracking: {
        ...(config.analyticsUrl && { url: config.analyticsUrl }),
        ...(config.gaMeasurementId && { google: config.gaMeasurementId }),
      },
      ...(pages && { standIn: pages.nativeBridgeScript }),
    }),
  )
}
