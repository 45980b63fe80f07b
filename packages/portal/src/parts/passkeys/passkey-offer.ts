/** The offer of a passkey after a login with a password: due once for each login, and never again after it was dismissed. */
import { readStorage, writeStorage } from '../../lib/browser/guarded-apis.ts'
import { getTabItem, removeTabItem, setTabItem } from '../../lib/browser/tab-storage.ts'

const DUE = 'kerf.passkeyOffer'
const DISMISSED = 'kerf.passkeyOfferDismissed'

export const markPasskeyOfferDue = (): void => setTabItem(DUE, '1')

export const isPasskeyOfferDue = (): boolean =>
  getTabItem(DUE) !== undefined && readStorage(DISMISSED) === undefined

/** `forever`: in this browser. */
export function endPasskeyOffer(forever: boolean): void {
  removeTabItem(DUE)
  if (forever) writeStorage(DISMISSED, '1')
}
