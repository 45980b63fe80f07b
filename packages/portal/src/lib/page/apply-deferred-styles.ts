/**
 * Applies the full style sheet as soon as it is loaded. A prerendered page inlines the styles of its first paint; the full
 * sheet loads without blocking, by a `<link>` of the medium `print`.
 */
export function applyDeferredStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[media=print]')) {
    const apply = () => {
      link.media = 'all'
    }
    if (link.sheet) apply()
    else link.onload = apply
  }
}
