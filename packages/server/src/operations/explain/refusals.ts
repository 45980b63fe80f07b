/** The last refusals of one kind, each with its error and the id of its request. */
import { type ErrorName, errorNameOfCode } from '@kerf/contract/errors'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import type { ExplainedEvent } from './explain-store.ts'
import { type FactSource, ofAccount, type RawFact } from './fact.ts'

const SHOWN_MAX = 3

const REDEMPTION_ERRORS: Readonly<Record<string, ErrorName>> = {
  used: 'used_redemption_code',
  expired: 'expired_redemption_code',
  unknown: 'invalid_redemption_code',
}

/** Error that the person got, or undefined if the audit event does not hold it. */
function errorOf({ event, detail }: ExplainedEvent): ErrorName | undefined {
  if (typeof detail.code === 'number') return errorNameOfCode(detail.code)
  if (event === 'redemption.redeem') return REDEMPTION_ERRORS[String(detail.reason)]
  if (detail.banned === true) return 'account_ban'
  if (event === 'login.password') return 'incorrect_account'
  return event === 'login.captcha' || event === 'password.reset' ? 'incorrect_code' : undefined
}

export function describeRefusal(refused: ExplainedEvent): RawFact {
  const { at, event, detail, requestId } = refused
  const name = errorOf(refused)
  const text = (locale: 'en' | 'zh'): string =>
    name === undefined ? String(detail.reason ?? '–') : ERROR_TEXTS[name]({}, { locale })
  const limit = typeof detail.limit === 'string' ? ` (${detail.limit})` : ''
  const named = name === undefined ? '' : `${name}${limit}: `
  return {
    code: 'refused',
    since: at,
    values: {
      what: typeof detail.call === 'string' ? detail.call : event,
      error: { en: `${named}${text('en')}`, zh: `${named}${text('zh')}` },
      request: requestId ?? '–',
    },
  }
}

/** Refusals of calls whose name matches `calls`, and of audit events whose name matches `events`. */
export const describeRefusals = (calls: RegExp, events: RegExp): FactSource =>
  ofAccount((_, context) =>
    context.events
      .filter(({ outcome, event, detail }) => {
        if (outcome !== 'refused') return false
        return event === 'call.refused' ? calls.test(String(detail.call)) : events.test(event)
      })
      .slice(0, SHOWN_MAX)
      .map(describeRefusal),
  )
