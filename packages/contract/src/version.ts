/** App versions: optional `v`, numeric parts, missing parts are 0, a suffix is ignored. */

/** Returns the numeric parts, or undefined if unparsable. */
export function parseVersion(text: string): readonly number[] | undefined {
  const match = /^\s*v?(\d{1,9}(?:\.\d{1,9}){0,7})/i.exec(text)
  return match?.[1]?.split('.').map(Number)
}

/** Returns -1, 0 or 1; undefined if either version is unparsable. */
export function compareVersions(a: string, b: string): number | undefined {
  const left = parseVersion(a)
  const right = parseVersion(b)
  if (!left || !right) return undefined
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}
