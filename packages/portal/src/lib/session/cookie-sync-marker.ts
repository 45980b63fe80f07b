/**
 * Marks that the other hosts of this deployment do not have the current session yet. The marker survives a reload. See
 * `features/sign-out/cookie-sync.ts`.
 */

import { getTabItem, removeTabItem, setTabItem } from '../browser/tab-storage.ts'
import { getPageContext } from '../page/page-context.ts'

const KEY = 'kerfSisters'

export function markCookieSyncPending(): void {
  if (getPageContext().data.sisters.length > 0) setTabItem(KEY, 'owed')
}

export const isCookieSyncPending = (): boolean => getTabItem(KEY) !== undefined

export const clearCookieSyncMarker = (): void => removeTabItem(KEY)
