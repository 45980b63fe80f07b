/** Replaces `locales/generated/runtime.js` in the browser bundle. */
export let getLocale = () => 'en'

export const overwriteGetLocale = (next: () => string): void => {
  getLocale = next
}

export const experimentalStaticLocale = undefined
