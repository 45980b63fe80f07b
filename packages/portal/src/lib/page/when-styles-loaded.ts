/** Resolves when the full style sheet is loaded or has failed: see `app/start.tsx`. */
export async function whenStylesLoaded(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[media=print]')]
  await Promise.all(
    links.map(
      link =>
        new Promise(resolve => {
          link.addEventListener('load', resolve)
          link.addEventListener('error', resolve)
        }),
    ),
  )
}
