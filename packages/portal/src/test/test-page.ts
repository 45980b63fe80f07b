import type { PageData } from '@kerf/contract/page-data'
import { createPageContext, setPageContext } from '../lib/page/page-context.ts'

const PAGE_DATA = {
  brand: { code: 'kerf', name: { en: 'Kerf Passport', zh: 'Kerf Passport' } } as PageData['brand'],
  app: { code: 'passport' } as PageData['app'],
  password: { min: 8, max: 64 },
  social: [],
  human: { kind: 'off' },
  sisters: [],
  cookieDomain: '',
} as Partial<PageData> as PageData

/**
 * Sets the page context of a component test: the portal's own brand, without parameters unless given. Its browser has no passkeys:
 * a login form would ask the server for a challenge.
 */
export function showTestPage(search = ''): void {
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: undefined })
  setPageContext(createPageContext(PAGE_DATA, search, 'pc'))
}
