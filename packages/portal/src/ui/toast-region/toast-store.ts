import { TOAST_DURATION_MS } from '@kerf/contract/limits'
import type { Tone } from '../tone.ts'
import { toastRegionNeeded } from './toast-region-state.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: Tone
}

const MOST = 3

let toasts: readonly Toast[] = []
let nextId = 1
const timers = new Map<
  number,
  { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }
>()
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Whether the region that shows them is there: before that no clock runs. */
let seen = false

function run(id: number, left: number) {
  const timer = seen ? setTimeout(dismissToast, left, id) : undefined
  timers.set(id, { left, since: Date.now(), timer })
}

/** The region is on the page: the clocks of the toasts that waited for it begin. */
export function beginToasts(): void {
  seen = true
  resumeToasts()
}

/** Shows a passing notice for 3 s. The same words again renew the one on show instead of stacking up. */
export function toast(text: string, tone: Tone = 'info'): void {
  const twin = toasts.find(shown => shown.text === text && shown.tone === tone)
  const id = twin?.id ?? nextId++
  clearTimeout(timers.get(id)?.timer)
  run(id, TOAST_DURATION_MS)
  if (twin) return
  toastRegionNeeded.set(true)
  const all = [...toasts, { id, text, tone }]
  for (const old of all.slice(0, -MOST)) forget(old.id)
  set(all.slice(-MOST))
}

function forget(id: number) {
  clearTimeout(timers.get(id)?.timer)
  timers.delete(id)
}

export function dismissToast(id: number): void {
  forget(id)
  set(toasts.filter(shown => shown.id !== id))
}

/** Stops the clocks while someone reads (hover, focus); `resumeToasts` lets the rest of the time run. */
export function pauseToasts(): void {
  for (const clock of timers.values()) {
    if (clock.timer === undefined) continue
    clearTimeout(clock.timer)
    clock.timer = undefined
    clock.left -= Date.now() - clock.since
  }
}

export function resumeToasts(): void {
  for (const [id, { left, timer }] of timers) if (timer === undefined) run(id, left)
}

export const subscribeToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const currentToasts = () => toasts
