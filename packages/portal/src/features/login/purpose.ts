import * as m from '@kerf/locales/messages'
import type { LocalizedText } from '../../lib/api/error-texts.ts'

/** Pages of the portal that people are sent to log in from, or open by a link. */
const PURPOSES: Readonly<Record<string, LocalizedText>> = {
  exchange: m.login_for_exchange,
  training: m.login_for_training,
  security: m.login_for_security,
  message: m.login_for_messages,
  machines: m.login_for_machines,
  join: m.login_for_join,
}

/** What the person came for: the page that follows the login, if it is one of the portal. */
export function purposeOf(returnUrl: string, origin: string): LocalizedText | undefined {
  if (!returnUrl.startsWith(`${origin}/`)) return undefined
  const path = returnUrl.slice(origin.length).replace(/[?#].*/, '')
  const [, task, page] = /\/(?:(security)\/[a-z-]+|[^/]*?([a-z]+))$/.exec(path) ?? []
  const name = task ?? page
  return name !== undefined && Object.hasOwn(PURPOSES, name) ? PURPOSES[name] : undefined
}
