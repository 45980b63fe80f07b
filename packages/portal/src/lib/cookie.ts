/**
 * The value of a cookie in a `Cookie` header or `document.cookie`. Given twice it counts as not given: a page on a
 * sub-domain can add a second one, and nobody can tell which is ours (S-045).
 */
export function readCookie(all: string, name: string): string | undefined {
  const found = all
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
  return (found.length === 1 && found[0]?.slice(name.length + 1)) || undefined
}

/** A host and its parents, from which a cookie may have been set: `a.b.c` → `a.b.c`, `b.c`. */
export function cookieDomains(host: string): readonly string[] {
  const parts = host.split('.')
  return parts.length < 2 || /^[\d.]+$/.test(host)
    ? []
    : parts.slice(0, -1).map((_, i) => parts.slice(i).join('.'))
}
