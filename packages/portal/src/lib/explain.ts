/** Turns what a call threw into words. Loaded when a form is first touched: the texts are many and rarely needed. */
import { CallError } from '@kerf/contract/client'
import { CLIENT_OFFLINE, catalogueEntry, type ErrorKey, type PortalAction } from '@kerf/contract/errors'
import type { FieldFault } from '@kerf/contract/fault-keys'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import * as m from '@kerf/locales/messages'
import { page } from './page.ts'
import type { Text } from './rules.ts'

export interface Explained {
  readonly code: number
  /** undefined: nothing is to be said, since we gave the call up ourselves */
  readonly text: Text | undefined
  readonly action: PortalAction
  /** by the name of the input */
  readonly fields: Readonly<Record<string, Text>>
}

export function explain(error: unknown): Explained {
  // a part of the page that did not load, or a fault of ours
  if (!(error instanceof CallError)) return say(0, error instanceof TypeError ? 'network' : 'system')
  if (error.reason === 'abort') return { code: error.code, text: undefined, action: 'form', fields: {} }
  if (error.reason === 'timeout') return say(error.code, 'network_timeout')
  if (error.reason === 'network' || error.code === CLIENT_OFFLINE) return say(error.code, 'network')
  const entry = catalogueEntry(error.code)
  return {
    ...say(error.code, (entry?.key ?? 'system') as ErrorKey),
    action: entry?.action ?? 'form',
    fields: fieldTexts(error.data),
  }
}

const say = (code: number, key: ErrorKey): Explained => ({
  code,
  text: () => ERROR_TEXTS[key](),
  action: 'form',
  fields: {},
})

function fieldTexts(data: unknown): Record<string, Text> {
  const fields = (data as { fields?: Record<string, FieldFault> } | null | undefined)?.fields ?? {}
  return Object.fromEntries(Object.entries(fields).map(([name, fault]) => [name, () => fieldText(fault)]))
}

function fieldText(fault: FieldFault): string {
  switch (fault) {
    case 'email_required':
      return m.field_email_required()
    case 'email_invalid':
      return m.field_email_invalid()
    case 'account_required':
      return m.field_account_required()
    case 'password_required':
      return m.field_password_required()
    case 'password_length':
      return m.field_password_length(page().data.password)
    case 'password_too_common':
      return m.field_password_too_common()
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
    default:
      return ERROR_TEXTS.bad_request()
  }
}
