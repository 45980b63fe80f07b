/**
 * Reads a cookie from a `Cookie` header or from `document.cookie`. A name that appears twice counts as absent: a page on a
 * subdomain can add a second cookie, and the two cannot be told apart (S-045).
 */
export function readCookie(header: string, name: string): string | undefined {
  const matches = header
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
  return (matches.length === 1 && matches[0]?.slice(name.length + 1)) || undefined
}

/** The domains for which a host may set cookies: the host and its parents. `a.b.c` gives `a.b.c` and `b.c`. */
export function cookieDomains(host: string): readonly string[] {
  const labels = host.split('.')
  return labels.length < 2 || /^[\d.]+$/.test(host)
    ? []
    : labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
