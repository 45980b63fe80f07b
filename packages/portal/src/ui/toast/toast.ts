/** Toasts of the page. The region that shows them, with Base UI, loads with the first toast. */
import type { Tone } from '../tone.ts'
import { toastRegionNeeded } from './toast-region-needed.ts'

export interface ToastAction {
  readonly label: string
  run(): void
}

export interface ToastMessage {
  readonly text: string
  readonly tone: Tone
  readonly action?: ToastAction | undefined
}

const waiting: ToastMessage[] = []
let show: ((message: ToastMessage) => void) | undefined

/** Shows a notice for 3 s, with an action for 10 s. The same text renews the visible toast instead of adding a second one. */
export function toast(text: string, tone: Tone = 'info', action?: ToastAction): void {
  if (show) show({ text, tone, action })
  else {
    waiting.push({ text, tone, action })
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
