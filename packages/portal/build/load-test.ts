/**
 * Modules of one load: all modules that the entries reach by static imports. One chunk for them compresses much better and
 * takes fewer requests than the many chunks that sharing with lazy pages would create.
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

export function makeLoadTest(...entries: string[]) {
  let load: ReturnType<typeof walk> | undefined
  return (id: string, graph: ModuleGraph): boolean => {
    load ??= walk(entries, graph)
    const text = TEXT.exec(id)?.[1]
    return text === undefined ? load.modules.has(id) : load.words.has(text)
  }
}

function walk(entries: readonly string[], graph: ModuleGraph) {
  const modules = new Set<string>()
  const words = new Set<string>()
  const visit = (id: string) => {
    if (modules.has(id) || BARREL.test(id)) return
    modules.add(id)
    const info = graph.getModuleInfo(id)
    for (const word of info?.code?.match(/\w+/g) ?? []) words.add(word)
    for (const imported of info?.importedIds ?? []) visit(imported)
  }
  for (const entry of entries) {
    if (graph.getModuleInfo(entry) === null) throw new Error(`no such module: ${entry}`)
    visit(entry)
  }
  return { modules, words }
}
