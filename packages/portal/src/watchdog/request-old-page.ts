/**
 * Requests the page for old browsers where the page for current ones came: the browser names another version than it is, as
 * desktop apps make theirs do. Returns whether the page is left.
 */
export function requestOldPage(): boolean {
  const isOldPage = 'old' in document.documentElement.dataset
  const query = new URLSearchParams(location.search)
  if (isOldPage || isModernBrowser() || query.get('engine') === 'old') return false
  query.set('engine', 'old')
  location.replace(`${location.pathname}?${query}${location.hash}`)
  return true
}

/** What the page for current browsers needs and the one for old browsers brings. */
const isModernBrowser = (): boolean =>
  'withResolvers' in Promise &&
  'canParse' in URL &&
  'any' in AbortSignal &&
  CSS.supports('color', 'light-dark(#000,#fff)')
