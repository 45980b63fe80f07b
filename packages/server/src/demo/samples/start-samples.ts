/** Two apps of brands beside the development server: one below the portal's own domain, one on another site. */
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEFAULT_BRAND, type LoadedBrand } from '@kerf/brands/registry'
import type { Config } from '../../platform/config/config.ts'
import type { PublicHosts } from '../../platform/config/public-hosts.ts'
import { openDatabase, type Queryable } from '../../platform/db/database.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { Credentials } from './passport-client.ts'
import { createSampleApp, type SampleOptions } from './sample-app.ts'
import type { Look } from './sample-page.ts'
import { upsertSampleApp } from './sample-store.ts'

export interface SampleApps {
  /** the portal as both apps know it */
  readonly portal: URL
  /** origins: the app below the portal's domain, the one on another site */
  readonly origins: readonly [string, string]
  stop(): Promise<void>
}

const NAMES = ['a.kerf.localhost', 'b.other.localhost'] as const
const SHARED = 'kerf.localhost'

/** Of several workers each would begin its own; an installation with an address of its own has no second name. */
export const offersSamples = ({ production, workers }: Config, names: PublicHosts): boolean =>
  !production && workers === 1 && names.publicUrls().length > 1

export async function startSamples(of: {
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly names: PublicHosts
  readonly databaseUrl: string
  /** where the product listens */
  readonly port: number
}): Promise<SampleApps> {
  const [a, b] = [await listen(of.port + 1), await listen(of.port + 2)]
  const origins = [`http://${NAMES[0]}:${a.port}`, `http://${NAMES[1]}:${b.port}`] as const
  const [family, independent] = brandsOf(of.brands)
  const portal = of.names.publicUrls()[1] as URL
  // Names below localhost are this machine, which browsers know and Node's resolver may not.
  const api = new URL(`http://127.0.0.1:${of.port}`)
  const common = { portal, api }
  const db = await openDatabase({ url: of.databaseUrl, poolSize: 1, onError: () => undefined })
  try {
    a.serve({
      ...common,
      origin: origins[0],
      sharedDomain: SHARED,
      credentials: await credentialsOf(db, 'app_sample_a', family, origins[0]),
      look: await lookOf(family, independent, origins[1]),
    })
    b.serve({
      ...common,
      origin: origins[1],
      sharedDomain: undefined,
      credentials: await credentialsOf(db, 'app_sample_b', independent, origins[1]),
      look: await lookOf(independent, family, origins[0]),
    })
  } finally {
    await db.close()
  }
  return {
    portal,
    origins: origins,
    async stop() {
      await Promise.all([a.stop(), b.stop()])
    },
  }
}

/** One of the family and one that is a brand by itself. */
function brandsOf(brands: ReadonlyMap<string, LoadedBrand>): readonly [LoadedBrand, LoadedBrand] {
  const others = [...brands.values()].filter(({ brand }) => brand.code !== DEFAULT_BRAND)
  const family = others.find(({ brand }) => !brand.independent)
  const independent = others.find(({ brand }) => brand.independent)
  if (!family || !independent) throw new Error('the sample apps need a brand of the family and another one')
  return [family, independent]
}

async function credentialsOf(
  db: Queryable,
  clientId: string,
  { brand }: LoadedBrand,
  origin: string,
): Promise<Credentials> {
  const clientSecret = randomToken()
  await upsertSampleApp(db, {
    clientId,
    code: brand.code,
    name: `${brand.name.en} (sample)`,
    secretHash: sha256(clientSecret),
    origins: [origin],
  })
  return { clientId, clientSecret }
}

/** On the wanted port, or on any free one where that is taken. Only this machine reaches it. */
async function listen(wanted: number) {
  let answer: RequestListener = (_, response) => response.writeHead(503).end()
  const attempt = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((request, response) => answer(request, response))
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server))
    })
  const server = await attempt(wanted).catch(() => attempt(0))
  return {
    port: (server.address() as AddressInfo).port,
    serve(options: SampleOptions): void {
      answer = createSampleApp(options)
    },
    async stop(): Promise<void> {
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function lookOf({ brand, files }: LoadedBrand, other: LoadedBrand, address: string): Promise<Look> {
  const { light, dark } = brand.colors
  const both = (name: keyof typeof light): string => `light-dark(${light[name]},${dark[name]})`
  return {
    code: brand.code,
    name: brand.name,
    tagline: brand.tagline,
    mark: await readFile(files.mark, 'utf8'),
    style: `:root{--accent:${both('accent')};--accent-hover:${both('accentHover')};--on-accent:${both('onAccent')};--soft:${both('accentSoft')};--dot:${both('accentSoft')}}`,
    other: { name: other.brand.name, address },
  }
}
