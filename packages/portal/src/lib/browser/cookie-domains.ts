/** The domains for which a host may set cookies: the host and its parents. `a.b.c` gives `a.b.c` and `b.c`. */
export function cookieDomains(host: string): readonly string[] {
  const labels = host.split('.')
  return labels.length < 2 || /^[\d.]+$/.test(host)
    ? []
    : labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
