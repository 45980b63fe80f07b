/**
 * Fetches the files of a lazy module into the browser's cache before it imports them. If an import fails, Chromium caches
 * the failure until the page is reloaded. A short network failure would otherwise make that part of the page unusable.
 */

/** Files that were fetched together with all their imports. */
const there = new Set<string>()

const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(found => found[1] ?? '')

/** Fetches files and their imports, level by level. Skips files that the document references, because they are loaded. */
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

/** `load` is a function that calls `import()`. The name of the file is read from the function's source text. */
export async function fetchFirst<T>(load: () => Promise<T>): Promise<T> {
  const asked = new Set<string>()
  await fetchAll(names(`${load}`, /\.\/([^`]+js)`/g), asked)
  for (const file of asked) there.add(file)
  return load()
}
