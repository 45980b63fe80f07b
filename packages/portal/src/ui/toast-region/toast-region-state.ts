import { createStore } from '../../lib/store.ts'

/** Whether any toast was shown yet. Until then, the page does not load the region that shows them. */
export const toastRegionNeeded = createStore(false)
