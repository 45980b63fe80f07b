/** Where features tell what happened. What comes of it is decided later and elsewhere: see `analytics/`. */
import type { TrackedEvent } from '@kerf/contract/tracking'

type Sink = (event: TrackedEvent) => void

/** Events that wait until it is known whether anything may be tracked. */
const QUEUED_EVENTS_MAX = 50
let waiting: TrackedEvent[] = []
let sink: Sink | undefined

export function trackEvent(event: TrackedEvent): void {
  if (sink) sink(event)
  else if (waiting.length < QUEUED_EVENTS_MAX) waiting.push(event)
}

/** Tells how something that was sent ended, whichever way, and passes it on. */
export async function trackResult<T>(
  event: 'login' | 'register' | 'findPassword' | 'redeemNow',
  method: string,
  work: Promise<T>,
): Promise<T> {
  let ok = false
  try {
    const result = await work
    ok = true
    return result
  } finally {
    trackEvent({ event, properties: { method, ok } })
  }
}

/** `early`: what to do with events from before. */
export function setTrackingSink(next: Sink, early: 'send' | 'forget'): void {
  sink = next
  const before = waiting
  waiting = []
  if (early === 'send') for (const event of before) next(event)
}
