/** Addresses of the server that begin a social sign-in (specification 7), and where they open. Pure. */
import type { Language } from '@kerf/contract/language'
import { isOldClient } from '@kerf/contract/portal-url'
import type { PageContext } from '../../lib/page-context.ts'

export interface SocialRequest {
  readonly channel: string
  readonly op: 'login' | 'bind'
  /** a bind ticket */
  readonly ticket?: string | undefined
  /** where the person wants to go afterwards, unjudged */
  readonly uri?: string | undefined
}

export function socialStartUrl(
  { channel, op, ticket, uri }: SocialRequest,
  lang: Language,
  page: PageContext,
): string {
  const { data, system, url } = page
  const query = new URLSearchParams({ op, lang, appCode: data.app.code, appPlatform: system })
  if (url.av !== undefined) query.set('appVersion', url.av)
  query.set('appOrigin', data.brand.code)
  if (uri !== undefined) query.set('uri', uri)
  if (ticket !== undefined) query.set('ut', ticket)
  return `/oauth/${encodeURIComponent(channel)}/auth?${query}`
}

/** Channels to offer, in order: none to old clients, none on request (specification 6). */
export function offeredChannels({ data, system, url }: PageContext): readonly string[] {
  const hidden = url.socialHidden || isOldClient(data.app.oldClient, system, url.av)
  return hidden ? [] : data.social
}
