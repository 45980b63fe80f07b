/** URLs of portal pages. They keep the query parameters that steer the portal, spelled as the server spells them. */
import type { PageWithId, PortalPage } from '@kerf/contract/portal-routes'
import { requestedReturnUrl } from '../form/form-draft.ts'
import { getLanguage } from '../page/language.ts'
import { getPageContext } from '../page/page-context.ts'

/** The pages between which a return address is kept. */
const LOGIN_PAGE = /^(login|regi|find)/

/** Path and query of a page. `search` holds the link's own parameters, without `?`; `r` is the return address or ''. */
export function portalHref(
  target: PortalPage | PageWithId,
  search = '',
  r = requestedReturnUrl.get(),
): string {
  const { query, appendedQuery } = getPageContext()
  const own = r && LOGIN_PAGE.test(target) ? `${search && `${search}&`}r=${encodeURIComponent(r)}` : search
  return `/${getLanguage()}/${target}${own ? `?${own}${appendedQuery}` : query}`
}
