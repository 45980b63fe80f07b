/**
 * What belongs to the first load: everything reached from the entry by static imports alone. Laid in one chunk it
 * compresses far better than in the many that sharing with later pages would cut it into.
 */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly code: string | null
    readonly importedIds: readonly string[]
  } | null
}

/** Names every text there is, so it says nothing about which are used. */
const BARREL = /\/locales\/generated\/messages(?:\/_index)?\.js$/
const TEXT = /\/locales\/generated\/messages\/(\w+)\.js$/

export function makeFirstLoadTest(entry: string) {
  let first: ReturnType<typeof walk> | undefined
  return (id: string, graph: ModuleGraph): boolean => {
    first ??= walk(entry, graph)
    const text = TEXT.exec(id)?.[1]
    return text === undefined ? first.modules.has(id) : first.words.has(text)
  }
}

function walk(entry: string, graph: ModuleGraph) {
  const modules = new Set<string>()
  const words = new Set<string>()
  const visit = (id: string) => {
    if (modules.has(id) || BARREL.test(id)) return
    modules.add(id)
    const info = graph.getModuleInfo(id)
    for (const word of info?.code?.match(/\w+/g) ?? []) words.add(word)
    for (const imported of info?.importedIds ?? []) visit(imported)
  }
  visit(entry)
  return { modules, words }
}
