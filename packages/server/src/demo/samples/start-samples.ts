/**
 * Starts two sample apps next to the development server: one below the portal's domain, which logs people in by the portal's own
 * protocol, and one on another site, which uses OpenID Connect.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEFAULT_BRAND, type LoadedBrand } from '@kerf/brands/registry'
import { setAppLogo } from '../../operations/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { PublicHosts } from '../../web/request/public-hosts.ts'
import { createOpenIdLogin } from './openid-login.ts'
import { type Credentials, createSampleApp } from './sample-app.ts'
import type { Look } from './sample-page.ts'
import { notifySampleApp, type SampleAppRegistration, upsertSampleApp } from './sample-store.ts'
import { createTicketLogin } from './ticket-login.ts'

export interface SampleApps {
  /** public URL of the portal that both apps use */
  readonly portal: URL
  /** origins: the app below the portal's domain, the one on another site */
  readonly origins: readonly [string, string]
  stop(): Promise<void>
}

const HOST_NAMES = ['a.kerf.localhost', 'b.other.localhost'] as const
const SHARED_DOMAIN = 'kerf.localhost'

/** One worker only, because every worker would start its own apps. The portal needs a second public name. */
export const offersSamples = ({ production, workers }: Config, names: PublicHosts): boolean =>
  !production && workers === 1 && names.publicUrls().length > 1

export async function startSamples(options: {
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly names: PublicHosts
  readonly databaseUrl: string
  /** port of the product */
  readonly port: number
}): Promise<SampleApps> {
  const [a, b] = [await listen(options.port + 1), await listen(options.port + 2)]
  const origins = [`http://${HOST_NAMES[0]}:${a.port}`, `http://${HOST_NAMES[1]}:${b.port}`] as const
  const [family, independent] = selectBrands(options.brands)
  const portal = options.names.publicUrls()[1] as URL
  // Browsers resolve names below localhost to this machine; Node's resolver may not.
  const api = new URL(`http://127.0.0.1:${options.port}`)
  const common = { portal, api }
  const db = await openDatabase({ url: options.databaseUrl, poolSize: 1, onError: () => undefined })
  try {
    const ofA = {
      ...common,
      origin: origins[0],
      credentials: await registerSampleApp(db, 'app_sample_a', family, { origins: [origins[0]] }),
      look: await readLook(family, independent, origins[1]),
    }
    const ofB = {
      ...common,
      origin: origins[1],
      credentials: await registerSampleApp(db, 'app_sample_b', independent, {
        redirectUris: [`${origins[1]}/return`],
        postLogoutRedirectUris: [`${origins[1]}/`],
      }),
      look: await readLook(independent, family, origins[0]),
    }
    a.serve(createSampleApp(ofA, createTicketLogin(ofA, SHARED_DOMAIN)))
    b.serve(createSampleApp(ofB, createOpenIdLogin(ofB)))
  } finally {
    await db.close()
  }
  return {
    portal,
    origins,
    async stop() {
      await Promise.all([a.stop(), b.stop()])
    },
  }
}

/** A brand of the family and an independent brand. */
function selectBrands(brands: ReadonlyMap<string, LoadedBrand>): readonly [LoadedBrand, LoadedBrand] {
  const others = [...brands.values()].filter(({ brand }) => brand.code !== DEFAULT_BRAND)
  const family = others.find(({ brand }) => !brand.independent)
  const independent = others.find(({ brand }) => brand.independent)
  if (!family || !independent) throw new Error('the sample apps need a brand of the family and another one')
  return [family, independent]
}

async function registerSampleApp(
  db: Database,
  clientId: string,
  { brand, markPng }: LoadedBrand,
  addresses: Partial<Pick<SampleAppRegistration, 'origins' | 'redirectUris' | 'postLogoutRedirectUris'>>,
): Promise<Credentials> {
  const clientSecret = randomToken()
  const [app] = await upsertSampleApp(db, {
    clientId,
    code: brand.code,
    name: `${brand.name.en} (sample)`,
    secretHash: sha256(clientSecret),
    ...{ origins: [], redirectUris: [], postLogoutRedirectUris: [] },
    ...addresses,
  })
  if (!app?.has_logo) await setAppLogo(db, { clientId, picture: markPng, operator: 'demo' })
  await notifySampleApp(db)
  return { clientId, clientSecret }
}

/** Listens on the loopback address, on `wantedPort` or, if it is in use, on a free port. Responds 503 until `serve` is called. */
async function listen(wantedPort: number) {
  let handler: RequestListener = (_, response) => response.writeHead(503).end()
  const tryPort = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((request, response) => handler(request, response))
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server))
    })
  const server = await tryPort(wantedPort).catch(() => tryPort(0))
  return {
    port: (server.address() as AddressInfo).port,
    serve(app: RequestListener): void {
      handler = app
    },
    async stop(): Promise<void> {
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function readLook({ brand, files }: LoadedBrand, other: LoadedBrand, address: string): Promise<Look> {
  const { light, dark } = brand.colors
  const lightDark = (name: keyof typeof light): string => `light-dark(${light[name]},${dark[name]})`
  return {
    code: brand.code,
    name: brand.name,
    tagline: brand.tagline,
    mark: await readFile(files.mark, 'utf8'),
    style: `:root{--accent:${lightDark('accent')};--accent-hover:${lightDark('accentHover')};--on-accent:${lightDark('onAccent')};--tint:${lightDark('accentSoft')}}`,
    other: { name: other.brand.name, address },
  }
}
