/**
 * Fetches the files of a lazy module into the browser's cache before it imports them. If an import fails, Chromium caches
 * the failure until the page is reloaded. A short network failure would otherwise make that part of the page unusable.
 */

/** Imports of each file that was fetched or is being fetched; lazy modules share many files. */
const fetched = new Map<string, Promise<string[]>>()

const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(found => found[1] ?? '')

async function fetchFile(file: string): Promise<string[]> {
  const answer = await fetch(`/assets/${file}`)
  if (!answer.ok) throw new TypeError(file)
  return names(await answer.text(), /"\.\/([^"]+js)"/g)
}

/** Fetches files and their imports. Skips files that the document references, because they are loaded. */
async function fetchAll(files: readonly string[], seen: Set<string>): Promise<void> {
  const fetchWithImports = async (file: string) => {
    if (seen.has(file) || document.head.innerHTML.includes(file)) return
    seen.add(file)
    const imports = fetched.get(file) ?? fetchFile(file)
    fetched.set(file, imports)
    imports.catch(() => fetched.delete(file))
    await fetchAll(await imports, seen)
  }
  await Promise.all(files.map(fetchWithImports))
}

/** `load` is a function that calls `import()`. The name of the file is read from the function's source text. */
export async function fetchFirst<T>(load: () => Promise<T>): Promise<T> {
  await fetchAll(names(`${load}`, /\.\/([^`]+js)`/g), new Set())
  return load()
}
