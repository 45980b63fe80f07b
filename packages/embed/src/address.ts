import type { KerfOptions } from './types.ts'

/** Throws on an address that is no origin: a slip here would send messages nowhere. */
export function portalOrigin({ portal }: KerfOptions): string {
  const { origin, protocol } = new URL(portal)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`no portal: ${portal}`)
  return origin
}

export function portalAddress(options: KerfOptions, page: string, mode: 'win' | 'full-win' = 'win'): string {
  const { app, origin, language, system, appVersion } = options
  const query = new URLSearchParams({ p: app, md: mode })
  if (origin) query.set('o', origin)
  if (system) query.set('s', system)
  if (appVersion) query.set('av', appVersion)
  // a page without a language in its path is asked for with its slash
  const path = page.startsWith('/') ? page : `/${language ?? 'en'}/${page}`
  if (page.startsWith('/') && language) query.set('l', language)
  return `${portalOrigin(options)}${path}?${query}`
}
