/**
 * Chooses between the two variants of each page. Browsers that name a version with `light-dark()`, `:has()` and the newest functions get
 * the page as it is written; every other one, also an app with a name of its own, gets the variant that runs everywhere.
 * The versions are `MODERN_BROWSERS` of the portal's build.
 */
const CHROMIUM_MIN = 123
const FIREFOX_MIN = 128
/** Safari 17.5, and iOS 17.5 for apps that name no Safari version */
const SAFARI_MIN = 17.5

const versionOf = (pattern: RegExp, userAgent: string): number => {
  const [, major, minor = '0'] = pattern.exec(userAgent) ?? []
  return major === undefined ? 0 : Number(`${major}.${minor}`)
}

export function isModernBrowser(userAgent: string | undefined): boolean {
  if (userAgent === undefined) return false
  const chromium = versionOf(/Chrom(?:e|ium)\/(\d{1,4})/, userAgent)
  if (chromium > 0) return chromium >= CHROMIUM_MIN
  const firefox = versionOf(/Firefox\/(\d{1,4})/, userAgent)
  if (firefox > 0) return firefox >= FIREFOX_MIN
  // WebKitGTK names a Safari version that says nothing about its own.
  if (!/Macintosh|iPhone|iPad|iPod/.test(userAgent) || !userAgent.includes('AppleWebKit/')) return false
  const safari = versionOf(/Version\/(\d{1,3})(?:\.(\d))?/, userAgent)
  if (safari > 0) return safari >= SAFARI_MIN
  return versionOf(/ OS (\d{1,3})_(\d)/, userAgent) >= SAFARI_MIN
}
