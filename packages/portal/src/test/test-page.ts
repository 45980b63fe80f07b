import type { PageData } from '@kerf/contract/page-data'
import { createPageContext, setPageContext } from '../lib/page-context.ts'

const PAGE_DATA = {
  brand: { code: 'kerf' },
  app: { code: 'passport' },
  password: { min: 8, max: 64 },
} as PageData

/** Sets the page context of a component test: the portal's own brand, without parameters unless given. */
export function showTestPage(search = ''): void {
  setPageContext(createPageContext(PAGE_DATA, search, 'pc'))
}
