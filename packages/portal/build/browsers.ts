/** The oldest browsers that the portal, the SDK, the message center and the watchdog support: docs/embedding.md. */
export const OLDEST_BROWSERS = ['chrome87', 'edge88', 'firefox115', 'safari15.4', 'ios15.4'] as const

/** Browsers that get the page as it is written. `isModernBrowser` of the server must agree. */
export const MODERN_BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5', 'ios17.5'] as const
