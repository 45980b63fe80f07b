/** Texts of errors for developers, on calls of apps. Other errors have the text of `error-texts.ts`. */
import type { ErrorName } from '@kerf/contract/errors'
import * as m from '@kerf/locales/messages'

type Text = (inputs?: Record<string, never>, options?: { locale?: 'en' | 'zh' }) => string

export const DEVELOPER_TEXTS: Readonly<Partial<Record<ErrorName, Text>>> = {
  bad_request: m.developer_bad_request,
  authority: m.developer_authority,
  ip_ban: m.developer_ip_ban,
  no_account: m.developer_no_account,
  expired: m.developer_expired,
  too_many_requests: m.developer_too_many_requests,
  system: m.developer_system,
}
