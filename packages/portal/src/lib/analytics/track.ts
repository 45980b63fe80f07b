/** Usage events of the features. `analytics/` decides later whether they are sent. */
import type { TRACKED_BUTTONS, TrackedEvent } from '@kerf/contract/tracking/tracking'

type Sink = (event: TrackedEvent) => void

const QUEUED_EVENTS_MAX = 50
/** Events from before the consent is known, and those that wait for the library. */
let queue: TrackedEvent[] = []
let sink: Sink | undefined

export function trackEvent(event: TrackedEvent): void {
  if (sink) sink(event)
  else if (queue.length < QUEUED_EVENTS_MAX) queue.push(event)
}

export const trackButton = (elementId: (typeof TRACKED_BUTTONS)[number]): void =>
  trackEvent({ event: 'buttonClick', properties: { elementId } })

/** Tracks whether a request succeeded, and passes its result or error on. */
export async function trackResult<T>(
  event: 'login' | 'register' | 'findPassword' | 'redeemNow',
  method: string,
  request: Promise<T>,
): Promise<T> {
  let ok = false
  try {
    const result = await request
    ok = true
    return result
  } finally {
    trackEvent({ event, properties: { method, ok } })
  }
}

/** The event waits for the library, or until the page is left. */
export const holdEvent = (event: TrackedEvent): void => void queue.push(event)

/** Returns false if the event was sent meanwhile. */
export function releaseEvent(event: TrackedEvent): boolean {
  const isHeld = queue.includes(event)
  queue = queue.filter(held => held !== event)
  return isHeld
}

/** The events that wait, which nobody else then sends. */
export function takeWaitingEvents(): readonly TrackedEvent[] {
  const events = queue
  queue = []
  return events
}

/** Sets the receiver of all further events, and sends or discards the queued ones. */
export function setTrackingSink(next: Sink, queued: 'send' | 'discard'): void {
  sink = next
  const events = takeWaitingEvents()
  if (queued === 'send') for (const event of events) next(event)
}
