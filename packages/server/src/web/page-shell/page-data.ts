/** Data that a page is rendered with: its brand, its app and the deployment. */
import type { Brand } from '@kerf/brands/brand'
import { isOldClient } from '@kerf/contract/app-version-rules'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/host/native-calls'
import type { PageData } from '@kerf/contract/page-data'
import { acceptHomeImage, isEmbedded, type PortalUrl } from '@kerf/contract/portal-url'
import { acceptReturnUrl } from '@kerf/contract/return-url'
import type { LoadedBrandFiles } from './brand-files.ts'

export interface PageDataInput {
  /** the brand that the page shows (`o`) */
  readonly brand: Brand
  readonly files: LoadedBrandFiles
  /** the app whose rules apply (`p`) */
  readonly app: Brand
  readonly url: PortalUrl
  readonly year: number
}

export interface PageSettings {
  readonly deployment: PageData['deployment']
  readonly human: PageData['human']
  readonly password: PageData['password']
  /** social sign-in channels of this deployment */
  readonly social: readonly string[]
  /** OAuth client ids of the channels */
  readonly socialClients: Readonly<Record<string, string>>
  /** origins that a return URL may have; the portal's own origin is added */
  readonly returnOrigins: readonly string[]
  /** parent domain of the token cookie; '' if the cookie belongs to the host alone */
  readonly cookieDomain: string
  /** origins of the sibling hosts */
  readonly siblings: readonly string[]
  /** origin of an external activation API; undefined: the built-in API */
  readonly activation: string | undefined
  /** local port at which pages connect to a machine */
  readonly devicePort: number
  readonly tracking: NonNullable<PageData['tracking']>
}

export function createPageData(
  settings: PageSettings,
  { brand, files, app, url, year }: PageDataInput,
): PageData {
  const { deployment, human, password } = settings
  const oldClient = isOldClient(app.oldClient, url.s, url.av)
  return {
    deployment,
    brand: {
      code: brand.code,
      name: brand.name,
      tagline: brand.tagline,
      registerTitle: brand.registerTitle ?? null,
      picture: files.left.address,
      helpUrl: brand.helpUrl,
      legalName: brand.legalName,
      since: brand.since,
      ...(brand.training ? {} : { training: false }),
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
    ...offeredSocial(url.socialHidden || oldClient, settings),
    returnOrigins: acceptedReturnOrigins(url, settings),
    cookieDomain: settings.cookieDomain,
    sisters: settings.siblings,
    ...(settings.devicePort === MACHINE_BRIDGE_PORT ? {} : { devicePort: settings.devicePort }),
    ...(Object.keys(settings.tracking).length > 0 ? { tracking: settings.tracking } : {}),
    ...(isEmbedded(url) ? { hosts: findHostOrigins([brand, app]) } : {}),
  }
}

function offeredSocial(
  isHidden: boolean,
  { social, socialClients }: PageSettings,
): Pick<PageData, 'social' | 'socialClients'> {
  if (isHidden || social.length === 0) return { social: [] }
  return { social, socialClients }
}

/** Host origins are those of both brands. A brand decides for its own origins whether they receive the token. */
function findHostOrigins(brands: readonly Brand[]): NonNullable<PageData['hosts']> {
  const originsOf = (list: readonly Brand[]) => [...new Set(list.flatMap(brand => brand.origins))]
  return { origins: originsOf(brands), token: originsOf(brands.filter(brand => brand.tokenToHost)) }
}

/** Returns only the origin of the requested return URL, because the whole list is larger than the page's texts. */
function acceptedReturnOrigins({ r }: PortalUrl, { returnOrigins, siblings }: PageSettings): string[] {
  const rule = { origins: returnOrigins, portalOrigins: siblings }
  const accepted = acceptReturnUrl(r, rule)
  return accepted === undefined ? [] : [new URL(accepted).origin]
}
