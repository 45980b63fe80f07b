import { createStore } from '../lib/store.ts'

/** Whether anything has been announced yet. */
export const toastsWanted = createStore(false)
