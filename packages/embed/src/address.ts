import type { KerfOptions } from './types.ts'

/** The origin of the portal. Throws for a value that is not an http(s) URL: messages would be sent nowhere. */
export function portalOrigin({ portal }: KerfOptions): string {
  const { origin, protocol } = new URL(portal)
  if (!/^https?:$/.test(protocol)) throw new Error(`no portal: ${portal}`)
  return origin
}

/** `page`: a path below the language (`login`), or one without a language (`/selftest`). */
export function portalAddress(options: KerfOptions, page: string): string {
  const { app, origin, language, system, appVersion } = options
  const query = new URLSearchParams({ p: app, md: 'win' })
  if (origin) query.set('o', origin)
  if (system) query.set('s', system)
  if (appVersion) query.set('av', appVersion)
  const hasNoLanguage = page.startsWith('/')
  if (hasNoLanguage && language) query.set('l', language)
  return `${portalOrigin(options)}${hasNoLanguage ? page : `/${language ?? 'en'}/${page}`}?${query}`
}
