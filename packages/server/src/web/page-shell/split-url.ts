export function splitUrl(url: string): { path: string; query: string } {
  const queryStart = url.indexOf('?')
  return queryStart < 0
    ? { path: url, query: '' }
    : { path: url.slice(0, queryStart), query: url.slice(queryStart + 1) }
}
