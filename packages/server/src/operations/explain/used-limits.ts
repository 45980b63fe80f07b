/** Limits that an account, or an address without one, has used up or begun to use. */
import type { LimitKind } from '../account/user-limits.ts'
import type { FactSource, RawFact } from './fact.ts'
import type { FactCode } from './fact-texts.ts'

const CODES = {
  'fail-short': 'limit_passwords_short',
  'fail-long': 'limit_passwords_long',
  'fail-row': 'limit_passwords_row',
  'fail-known': 'limit_passwords_known',
  wrong: 'limit_codes',
  'wrong-known': 'limit_codes_known',
  code: 'limit_code_mails',
  'mails-known': 'limit_code_mails_known',
  factor: 'limit_factors',
  'factor-known': 'limit_factors_known',
  'factor-mail': 'limit_factor_mails',
  'login-code': 'limit_login_codes',
  'factor-session': 'limit_factors_session',
  'factor-sessions': 'limit_factors_sessions',
  'extra-code.account': 'limit_extra_codes',
  'extra-mail.account': 'limit_extra_mails',
  'extra-factor.account': 'limit_extra_factors',
  'redeem.wrong.hour': 'limit_redeem_hour',
  'redeem.wrong.day': 'limit_redeem_day',
} as const satisfies Readonly<Record<LimitKind, FactCode>>

/** The highest count of each kind: a known browser has one of its own. */
export const usedLimits =
  (kinds: readonly LimitKind[]): FactSource =>
  ({ account, limits }) =>
    kinds.flatMap((kind): RawFact[] => {
      const highest = limits.find(row => row.kind === kind)
      if (!highest || highest.limit === null) return []
      const { used, limit, until } = highest
      const uid = account?.uid
      const blocks = used >= limit
      const mend = { operation: 'user unlock', arguments: [uid ?? ''] }
      const fact = { code: CODES[kind], blocks, until, values: { used, limit } }
      return [blocks && uid !== undefined ? { ...fact, mend } : fact]
    })
