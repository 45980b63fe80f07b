/** URLs of portal pages. They keep the query parameters that steer the portal, spelled as the server spells them. */
import { type PageWithId, type PortalPage, portalPath } from '@kerf/contract/portal-routes'
import { getLanguage } from './language.ts'
import { getPageContext } from './page-context.ts'

/** Path and query of a page. `search` holds the link's own parameters, without `?`. */
export function portalHref(target: PortalPage | PageWithId, search = ''): string {
  const { query, appendedQuery } = getPageContext()
  return portalPath(getLanguage(), target) + (search ? `?${search}${appendedQuery}` : query)
}
