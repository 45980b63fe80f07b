/** Event of `window` by which the page tells the watchdog that it has started. */
export const PORTAL_STARTED_EVENT = 'kerf-up'
