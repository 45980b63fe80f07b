/** A sheet that failed before the call sends no event any more. */
const WAIT_MAX_MS = 5_000

/** Resolves when the full style sheet is loaded or has failed, after five seconds at the latest: see `app/start.tsx`. */
export async function whenStylesLoaded(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[media=print]')]
  await Promise.all(
    links.map(
      link =>
        new Promise(resolve => {
          link.addEventListener('load', resolve)
          link.addEventListener('error', resolve)
          setTimeout(resolve, WAIT_MAX_MS)
        }),
    ),
  )
}
