/** URLs of the server that start a social sign-in, and the channels on offer. Pure functions. */

import { isOldClient } from '@kerf/contract/app-version-rules'
import type { SignInAgreement } from '@kerf/contract/fields'
import type { Language } from '@kerf/contract/language'
import type { PageContext } from '../../lib/page/page-context.ts'

export interface SocialRequest {
  readonly channel: string
  readonly op: 'login' | 'bind'
  /** a one-time ticket for `op: 'bind'` */
  readonly ticket?: string | undefined
  /** the return address, not validated yet */
  readonly uri?: string | undefined
  /** to the legal documents; for `op: 'login'` */
  readonly agreement?: SignInAgreement
}

export function socialStartUrl(
  { channel, op, ticket, uri, agreement }: SocialRequest,
  lang: Language,
  page: PageContext,
): string {
  const { data, system, url } = page
  const query = new URLSearchParams({ op, lang, appCode: data.app.code, appPlatform: system })
  if (url.av !== undefined) query.set('appVersion', url.av)
  query.set('appOrigin', data.brand.code)
  const clientId = data.socialClients?.[channel]
  if (clientId !== undefined) query.set('cid', clientId)
  if (url.sameSite !== undefined) query.set('sameSite', url.sameSite)
  if (url.insecure) query.set('secure', '0')
  if (agreement !== undefined) query.set('agreement', String(agreement))
  if (uri !== undefined) query.set('uri', uri)
  if (ticket !== undefined) query.set('ut', ticket)
  return `/oauth/${encodeURIComponent(channel)}/auth?${query}`
}

/** The channel that a reader of a language expects first. */
const FIRST_CHANNEL: Partial<Record<Language, string>> = { zh: 'wechat' }

/** Channels to offer, in order. Old clients and pages with `sl=0` get none. */
export function offeredChannels({ data, system, url }: PageContext, language: Language): readonly string[] {
  if (url.socialHidden || isOldClient(data.app.oldClient, system, url.av)) return []
  const isFirst = (channel: string) => channel === FIRST_CHANNEL[language]
  return [...data.social.filter(isFirst), ...data.social.filter(channel => !isFirst(channel))]
}
