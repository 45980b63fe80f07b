/**
 * Blocks seeking: credits watched time so that jumping ahead or playing faster earns nothing (S-093, S-095). The sum of all
 * credits never exceeds the time that has passed since the watch session started.
 */
import { WATCH_LEAD_MAX_MS, WATCH_REPORT_GAP_MAX_MS } from '@kerf/contract/endpoints/training'

/** All values are milliseconds. */
export interface WatchCredit {
  /** the video is proven watched up to this position */
  readonly furthest: number
  /** time that has passed and is not credited yet; evens out reports that arrive late or early */
  readonly bank: number
}

export interface WatchReport extends WatchCredit {
  /** length of the video */
  readonly duration: number
  /** time since the report before */
  readonly elapsed: number
  /** position of the player */
  readonly position: number
}

/**
 * The new credit after a report. A position further ahead than the available time allows is a jump: it earns nothing and
 * empties the bank. A report that comes too late earns nothing for the time before it.
 */
export function creditWatchedTime({ furthest, bank, duration, elapsed, position }: WatchReport): WatchCredit {
  const available = bank + (elapsed > WATCH_REPORT_GAP_MAX_MS ? 0 : Math.max(0, elapsed))
  const ahead = Math.min(position, duration) - furthest
  if (ahead > available + WATCH_LEAD_MAX_MS) return { furthest, bank: 0 }
  const gain = Math.max(0, Math.min(ahead, available))
  return { furthest: furthest + gain, bank: Math.min(available - gain, WATCH_LEAD_MAX_MS) }
}
