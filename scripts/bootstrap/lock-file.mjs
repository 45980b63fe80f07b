/** Reads npm's lock file: which entries this platform needs, and which packages a set of workspaces depends on. */

const ALL_KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
const INSTALLED_KINDS = ['dependencies', 'optionalDependencies', 'peerDependencies']

/** npm's rule for "os" and "cpu": a name or a list, where "!name" excludes. */
export function isForPlatform(entry, platform = process.platform, arch = process.arch) {
  const matches = (rule, value) => {
    const list = [rule ?? value].flat()
    return list.includes(value) || (list.some(name => name[0] === '!') && !list.includes(`!${value}`))
  }
  return matches(entry.os, platform) && matches(entry.cpu, arch)
}

/** Lock entry that `name` resolves to from the folder `from`: the nearest `node_modules` upwards. */
export function resolveEntry(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!folder.includes('/')) break
  }
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined
}

/** Paths of all lock entries that the given workspace folders need, with their development packages. */
export function entriesNeededBy(lock, folders) {
  const { packages } = lock
  const needed = new Set()
  const queue = [...folders]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (needed.has(path)) continue
    needed.add(path)
    const entry = packages[path]
    if (!entry) continue
    if (entry.link) {
      queue.push(entry.resolved)
      continue
    }
    const isWorkspace = !path.includes('node_modules/')
    const optionalPeers = entry.peerDependenciesMeta ?? {}
    for (const kind of isWorkspace ? ALL_KINDS : INSTALLED_KINDS) {
      for (const name of Object.keys(entry[kind] ?? {})) {
        if (kind === 'peerDependencies' && optionalPeers[name]?.optional) continue
        const found = resolveEntry(packages, path, name)
        if (found) queue.push(found)
      }
    }
  }
  return needed
}
