import type { UnlocalizedPage } from '@kerf/contract/portal-routes'
import { getLanguage } from '../page/language.ts'
import { getPageContext } from '../page/page-context.ts'

/** URL of a page without a language in its path: it gets the language and the retained parameters in its query. */
export const barePageHref = (page: UnlocalizedPage): string =>
  `/${page}?l=${getLanguage()}${getPageContext().appendedQuery}`
