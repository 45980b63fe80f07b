/** Addresses inside the portal. They keep the parameters that steer it, spelt as the server spells them. */
import { type PageWithId, type PortalPage, portalPath } from '@kerf/contract/portal-routes'
import { getLanguage } from './language.ts'
import { getPageContext } from './page-context.ts'

/** `own` are the link's own parameters, without `?`. */
export function portalHref(target: PortalPage | PageWithId, own = ''): string {
  const { query, appendedQuery } = getPageContext()
  return portalPath(getLanguage(), target) + (own ? `?${own}${appendedQuery}` : query)
}
