/** Toasts of the page. The region that shows them, with Base UI, loads with the first toast. */
import { createStore } from '../../lib/store.ts'
import type { Tone } from '../tone.ts'

export interface ToastMessage {
  readonly text: string
  readonly tone: Tone
}

/** Whether a toast was requested: the page then loads the region. */
export const toastRegionNeeded = createStore(false)

const waiting: ToastMessage[] = []
let show: ((message: ToastMessage) => void) | undefined

/** Shows a notice for 3 s. The same text renews the visible toast instead of adding a second one. */
export function toast(text: string, tone: Tone = 'info'): void {
  if (show) show({ text, tone })
  else {
    waiting.push({ text, tone })
    toastRegionNeeded.set(true)
  }
}

/** Passes toasts to the region, those first that were requested before it loaded. Returns how to disconnect. */
export function connectToastRegion(region: (message: ToastMessage) => void): () => void {
  show = region
  for (const message of waiting.splice(0)) region(message)
  return () => {
    show = undefined
  }
}
