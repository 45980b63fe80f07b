/** Addresses inside the portal. They keep the parameters that steer it, spelt as the server spells them. */
import { type PageWithId, type PortalPage, portalPath } from '@kerf/contract/portal-routes'
import { language } from './language.ts'
import { page } from './page.ts'

/** `own` are the link's own parameters, without `?`. */
export function hrefTo(target: PortalPage | PageWithId, own = ''): string {
  const { query, moreQuery } = page()
  return portalPath(language(), target) + (own ? `?${own}${moreQuery}` : query)
}
