import type { PageData } from '@kerf/contract/page-data'
import { createPageContext, setPageContext } from '../lib/page-context.ts'

/** Sets the page context of a component test: the portal's own brand, without parameters unless given. */
export function showTestPage(search = ''): void {
  setPageContext(createPageContext({} as PageData, search, 'pc'))
}
