/** Finds the route of a path. Patterns are written like `$lang/certificate/$number`; `*` at the end accepts any rest. */

export type RouteParams = Readonly<Record<string, string | undefined>>

export interface Match<R> {
  readonly route: R
  readonly params: RouteParams
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)

/** A segment that is not valid percent-encoding stays as it is written. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function matchPattern(pattern: string, segments: readonly string[]): RouteParams | undefined {
  const parts = segmentsOf(pattern)
  const acceptsRest = pattern.endsWith('*')
  if (acceptsRest) parts.pop()
  if (acceptsRest ? segments.length < parts.length : segments.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith('$')) params[part.slice(1)] = decode(segment)
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined
  }
  return params
}

/** Returns the first match, so that specific patterns stand before general ones. */
export function matchRoute<R extends { readonly path: string }>(
  routes: readonly R[],
  pathname: string,
): Match<R> | undefined {
  const segments = segmentsOf(pathname)
  for (const route of routes) {
    const params = matchPattern(route.path, segments)
    if (params) return { route, params }
  }
  return undefined
}
