/** Names of controls in a list: equal ones get a number, so that a screen reader's list of controls tells them apart. */
export function numberEqual(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map(name => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
