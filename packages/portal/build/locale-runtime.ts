/** Stands in for `locales/generated/runtime.js` in what the browser loads. */
export let getLocale = () => 'en'

export const overwriteGetLocale = (next: () => string): void => {
  getLocale = next
}

export const experimentalStaticLocale = undefined
