/** Resolves once the page has all its looks: a rendered page begins with those of its first paint only. */
export async function whenStylesLoaded(): Promise<void> {
  const later = [...document.querySelectorAll<HTMLLinkElement>('link[media=print]')]
  await Promise.all(
    later.map(
      link =>
        new Promise(done => {
          link.addEventListener('load', done)
          link.addEventListener('error', done)
        }),
    ),
  )
}
