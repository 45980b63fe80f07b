/** What a page is told about its brand, its app and the deployment, from the address that asks for it. */
import type { Brand } from '@kerf/brands/brand'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/native-calls'
import type { PageData } from '@kerf/contract/page-data'
import { acceptHomeImage, isEmbedded, isOldClient, type PortalUrl } from '@kerf/contract/portal-url'
import { acceptReturnUrl } from '@kerf/contract/return-url'
import type { FilesOfBrand } from './brand-files.ts'

export interface PageFacts {
  /** the brand that is seen (`o`) */
  readonly brand: Brand
  readonly files: FilesOfBrand
  /** the app whose rules hold (`p`) */
  readonly app: Brand
  readonly url: PortalUrl
  readonly year: number
}

export interface Settings {
  readonly deployment: PageData['deployment']
  readonly development: boolean
  readonly human: PageData['human']
  readonly password: PageData['password']
  readonly social: readonly string[]
  readonly returnOrigins: readonly string[]
  readonly cookieDomain: string
  readonly sisters: readonly string[]
  /** origin of an activation API elsewhere, or undefined */
  readonly activation: string | undefined
  /** where pages look for a device on this machine */
  readonly devicePort: number
  readonly tracking: NonNullable<PageData['tracking']>
}

export function makePageData(settings: Settings, { brand, files, app, url, year }: PageFacts): PageData {
  const { deployment, development, human, password } = settings
  const oldClient = isOldClient(app.oldClient, url.s, url.av)
  return {
    deployment,
    development,
    brand: {
      code: brand.code,
      name: brand.name,
      tagline: brand.tagline,
      registerTitle: brand.registerTitle ?? null,
      picture: files.left.address,
      helpUrl: brand.helpUrl,
      legalName: brand.legalName,
      since: brand.since,
    },
    app: {
      code: app.code,
      oldClient: app.oldClient,
      training: app.training,
      ...(app.code === brand.code ? {} : { name: app.name }),
    },
    image: acceptHomeImage(url.img, brand.origins) ?? null,
    year,
    filing: (deployment === 'cn' && brand.filing) || null,
    human,
    password,
    social: url.socialHidden || oldClient ? [] : settings.social,
    returnOrigins: returnOriginOf(url, settings),
    cookieDomain: settings.cookieDomain,
    sisters: settings.sisters,
    ...(settings.devicePort === MACHINE_BRIDGE_PORT ? {} : { devicePort: settings.devicePort }),
    ...(Object.keys(settings.tracking).length > 0 ? { tracking: settings.tracking } : {}),
    ...(isEmbedded(url) ? { hosts: hostsOf([brand, app]) } : {}),
  }
}

/** Hosts are the origins of both brands; whether one is handed the token is the word of its own brand. */
function hostsOf(brands: readonly Brand[]): NonNullable<PageData['hosts']> {
  const origins = (some: readonly Brand[]) => [...new Set(some.flatMap(brand => brand.origins))]
  return { origins: origins(brands), token: origins(brands.filter(brand => brand.tokenToHost)) }
}

/** Only the origin that this address asks to return to: the whole list would weigh more than the page's texts. */
function returnOriginOf({ r }: PortalUrl, { returnOrigins, development }: Settings): string[] {
  const accepted = acceptReturnUrl(r, { origins: returnOrigins, allowLocalhost: development })
  return accepted === undefined ? [] : [new URL(accepted).origin]
}
