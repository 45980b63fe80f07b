const FIRST_DELAY_SECONDS = 5
const DELAY_MAX_SECONDS = 3600

/** Seconds to wait after the given number of failed attempts in a row: 5, 10, 20 … up to one hour. */
export const webhookBackoff = (failures: number): number =>
  Math.min(DELAY_MAX_SECONDS, FIRST_DELAY_SECONDS * 2 ** Math.max(0, failures - 1))
