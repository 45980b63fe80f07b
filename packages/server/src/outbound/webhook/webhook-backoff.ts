import { HOUR_SECONDS } from '@kerf/contract/limits'

/** Days after which an event that its app has not accepted fails for good. */
export const EVENT_RETRY_DAYS = 7

const FIRST_DELAY_SECONDS = 5
const DELAY_MAX_SECONDS = HOUR_SECONDS

/** Seconds to wait after the given number of failed attempts in a row: 5, 10, 20 … up to one hour. */
export const webhookBackoff = (failures: number): number =>
  Math.min(DELAY_MAX_SECONDS, FIRST_DELAY_SECONDS * 2 ** Math.max(0, failures - 1))
