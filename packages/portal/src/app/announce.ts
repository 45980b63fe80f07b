/** Passing notices of the page itself. Their region is fetched with the first of them, and heard before it speaks. */
import { toastsWanted } from './toasts-wanted.ts'

/** Milliseconds in which assistive technology notices the new live region. */
const PAUSE = 100

export async function announce(text: string, tone: 'danger' | 'warning'): Promise<void> {
  const { toast } = await import('../ui/toast-store.ts')
  const pause = toastsWanted.get() ? 0 : PAUSE
  toastsWanted.set(true)
  setTimeout(toast, pause, text, tone)
}
