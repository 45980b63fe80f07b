/**
 * A prerendered page inlines the styles of its first paint. The full style sheet loads without blocking, by a `<link>` of
 * the medium `print`.
 */
const findDeferredLinks = () => [...document.querySelectorAll<HTMLLinkElement>('link[media=print]')]

/** Applies the full style sheet as soon as it is loaded. */
export function applyDeferredStyles(): void {
  for (const link of findDeferredLinks()) {
    const apply = () => {
      link.media = 'all'
    }
    if (link.sheet) apply()
    else link.onload = apply
  }
}

/** Resolves when the full style sheet is loaded or has failed. */
export async function whenStylesLoaded(): Promise<void> {
  await Promise.all(
    findDeferredLinks().map(
      link =>
        new Promise(resolve => {
          link.addEventListener('load', resolve)
          link.addEventListener('error', resolve)
        }),
    ),
  )
}
