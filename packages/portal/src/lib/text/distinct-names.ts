/** For controls of a list: the second of two equal names gets "(2)", so that a screen reader tells the controls apart. */
export function distinctNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map(name => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
