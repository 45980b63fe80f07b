import { createStore } from '../../lib/store.ts'

/** Whether a toast was requested: the page then loads the region. Apart from `toast.ts`, to keep the first load small. */
export const toastRegionNeeded = createStore(false)
