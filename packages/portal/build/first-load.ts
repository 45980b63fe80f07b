/**
 * Modules of the first load: all modules that the entry reaches by static imports. One chunk for them compresses much
 * better than the many chunks that sharing with lazy pages would create.
 */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly code: string | null
    readonly importedIds: readonly string[]
  } | null
}

/** Index module that exports all messages. It does not show which of them are used. */
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
