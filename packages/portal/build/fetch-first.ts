/**
 * Imports a later part of the page once its files are in the browser's cache. Chromium remembers for the life of a page
 * that a module could not be fetched, and never asks again: a network that was away for a moment would cost the page.
 */

/** Files whose own imports are there too. */
const there = new Set<string>()

const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(found => found[1] ?? '')

/** A file and what it imports by itself, level by level; what the document names has been loaded with it. */
async function fetchAll(files: readonly string[], asked: Set<string>): Promise<void> {
  const missing = files.filter(
    file => !there.has(file) && !asked.has(file) && !document.head.innerHTML.includes(file),
  )
  if (missing.length === 0) return
  const texts = missing.map(async file => {
    asked.add(file)
    const answer = await fetch(`/assets/${file}`)
    if (!answer.ok) throw new TypeError(file)
    return names(await answer.text(), /"\.\/([^"]+js)"/g)
  })
  await fetchAll((await Promise.all(texts)).flat(), asked)
}

/** `load` is a function around an `import()`: the file stands in its source. */
export async function fetchFirst<T>(load: () => Promise<T>): Promise<T> {
  const asked = new Set<string>()
  await fetchAll(names(`${load}`, /\.\/([^`]+js)`/g), asked)
  for (const file of asked) there.add(file)
  return load()
}
