/** Maps errors to texts. Loaded when a form is first used: the texts are many and rarely needed. */
import { ApiError } from '@kerf/contract/client/client'
import { type AnyErrorName, ERRORS, type ErrorKey, type PortalAction } from '@kerf/contract/errors'
import type { FieldErrorKey } from '@kerf/contract/field-errors'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import * as m from '@kerf/locales/messages'
import { getPageContext } from '../page/page-context.ts'

/** A text in the language at the time of rendering. */
export type LocalizedText = () => string

export interface ErrorDescription {
  /** Undefined for an error that is not an answer of the API. */
  readonly errorName: AnyErrorName | undefined
  /** Undefined where nothing is shown, because the page itself cancelled the call. */
  readonly text: LocalizedText | undefined
  readonly action: PortalAction
  /** Keyed by the name of the input. */
  readonly fields: Readonly<Record<string, LocalizedText>>
}

export function createErrorDescription(error: unknown): ErrorDescription {
  // A TypeError is a chunk that did not load; anything else is a bug of the page.
  if (!(error instanceof ApiError))
    return withText(undefined, error instanceof TypeError ? 'network' : 'system')
  if (error.reason === 'abort')
    return { errorName: error.errorName, text: undefined, action: 'form', fields: {} }
  if (error.reason === 'timeout') return withText(error.errorName, 'network_timeout')
  if (error.reason === 'network' || error.errorName === 'offline' || error.errorName === 'unreachable')
    return withText(error.errorName, 'network')
  const { errorName, retryAfter } = error
  const described = withText(errorName, errorName ?? 'system')
  return {
    ...described,
    ...(errorName === 'too_many_requests' && retryAfter ? { text: () => waitText(retryAfter) } : {}),
    action: errorName === undefined ? 'form' : ERRORS[errorName].action,
    fields: fieldTexts(error.data),
  }
}

const MINUTE_SECONDS = 60

function waitText(seconds: number): string {
  if (seconds <= MINUTE_SECONDS) return m.error_too_many_requests()
  if (seconds < 2 * HOUR_SECONDS)
    return m.error_too_many_requests_minutes({ minutes: Math.ceil(seconds / MINUTE_SECONDS) })
  return m.error_too_many_requests_hours({ hours: Math.ceil(seconds / HOUR_SECONDS) })
}

const withText = (errorName: AnyErrorName | undefined, key: ErrorKey): ErrorDescription => ({
  errorName,
  text: () => ERROR_TEXTS[key](),
  action: 'form',
  fields: {},
})

function fieldTexts(data: unknown): Record<string, LocalizedText> {
  const fields = (data as { fields?: Record<string, FieldErrorKey> } | null | undefined)?.fields ?? {}
  return Object.fromEntries(
    Object.entries(fields).map(([name, key]) => [name, () => fieldText(key, LABELS[name])]),
  )
}

/** Labels of inputs, by name. */
const LABELS: Readonly<Record<string, LocalizedText | undefined>> = {
  email: m.login_email,
  account: m.login_account,
  password: m.login_password,
  oldPassword: m.security_password_old,
  nickname: m.you_nickname,
  introduction: m.you_introduction,
  gender: m.personal_gender,
  birthday: m.personal_birthday,
  country: m.place_country,
  region: m.place_region,
  code: m.exchange_code,
  sn: m.unlock_sn,
}

function fieldText(key: FieldErrorKey, label: LocalizedText | undefined): string {
  switch (key) {
    case 'email_required':
      return m.field_email_required()
    case 'email_invalid':
      return m.field_email_invalid()
    case 'account_required':
      return m.field_account_required()
    case 'password_required':
      return m.field_password_required()
    case 'password_length':
      return m.field_password_length(getPageContext().data.password)
    case 'password_too_common':
      return m.field_password_too_common()
    case 'password_pattern':
      return m.field_password_pattern()
    case 'password_own_words':
      return m.field_password_own_words()
    case 'password_mismatch':
      return m.field_password_mismatch()
    case 'code_required':
      return m.field_code_required()
    case 'code_invalid':
      return m.field_code_invalid()
    case 'agreement_required':
      return m.field_agreement_required()
    case 'redemption_code_required':
      return m.field_redemption_code_required()
    case 'redemption_code_format':
      return m.field_redemption_code_format()
    case 'required':
      return label ? m.field_required({ label: label() }) : ERROR_TEXTS.bad_request()
    case 'unknown_field':
      return label ? m.field_unknown_field({ label: label() }) : ERROR_TEXTS.bad_request()
    default:
      return label ? m.field_invalid({ label: label() }) : ERROR_TEXTS.bad_request()
  }
}
