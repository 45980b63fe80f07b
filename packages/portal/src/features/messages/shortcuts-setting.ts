/** Whether single-key shortcuts are on in this browser. They can be switched off: WCAG 2.2, 2.1.4. */
import { readStorage, writeStorage } from '../../lib/browser/guarded-apis.ts'
import { createStore } from '../../lib/store.ts'

const STORAGE_KEY = 'kerf.messages.shortcuts'

export const shortcutsEnabled = createStore(readStorage(STORAGE_KEY) !== 'off')

export function setShortcutsEnabled(enabled: boolean): void {
  shortcutsEnabled.set(enabled)
  writeStorage(STORAGE_KEY, enabled ? 'on' : 'off')
}
