/** Why a person cannot redeem a code, and what became of the code. */
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import { listActiveBenefits } from '../../entitlements/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { TextValues } from '../input/both-languages.ts'
import { findCode } from '../redemption/show-code.ts'
import { findBenefitState } from './explain-store.ts'
import { type FactSource, ofAccount, type RawFact } from './fact.ts'
import { describeRefusals } from './refusals.ts'
import { usedLimits } from './used-limits.ts'

const BENEFITS_MAX = 10

async function nameOf(db: Database, benefit: string): Promise<TextValues> {
  const [found] = await findBenefitState(db, { benefit })
  return { benefit: { en: found?.nameEn ?? benefit, zh: found?.nameZh ?? benefit } }
}

export const restricted: FactSource = ofAccount(({ uid, status }) =>
  status === 'restricted'
    ? [
        {
          ...{ code: 'account_restricted', blocks: true },
          mend: { operation: 'user unrestrict', arguments: [uid] },
        },
      ]
    : [],
)

const ofCode: FactSource = async ({ db, keys, account, redemptionCode }) => {
  if (redemptionCode === undefined) return []
  if (parseRedemptionCode(redemptionCode) === undefined) return [{ code: 'code_malformed', blocks: true }]
  const found = await findCode(db, keys, redemptionCode)
  if (!found) return [{ code: 'code_unknown', blocks: true }]
  const { status, redeemedAt, uid, batch, number, benefit } = found
  const values = { ...(await nameOf(db, benefit)), batch, number }
  const ofStatus: Readonly<Record<typeof status, RawFact>> = {
    redeemed: {
      ...{ code: uid !== null && uid === account?.uid ? 'code_used_here' : 'code_used', blocks: true },
      ...{ since: redeemedAt, values: { ...values, uid: uid ?? '–' } },
    },
    revoked: { code: 'code_revoked', blocks: true, values },
    expired: { code: 'code_expired', blocks: true, values },
    unused: { code: 'code_unused', values },
  }
  const [state] = await findBenefitState(db, { benefit })
  const retired: RawFact[] =
    state?.retiredAt == null ? [] : [{ code: 'benefit_retired', since: state.retiredAt, values }]
  return [ofStatus[status], ...retired]
}

export const REDEEM_FACTS: readonly FactSource[] = [
  restricted,
  ofCode,
  usedLimits(['redeem.wrong.hour', 'redeem.wrong.day']),
  describeRefusals(/\/(?:exchange|redeem)/, /^redemption\./),
  ofAccount(async ({ uid }, { db }) => {
    const active = (await listActiveBenefits(db, { uid })).slice(0, BENEFITS_MAX)
    return Promise.all(
      active.map(async ({ id, expires_at: until }): Promise<RawFact> => {
        return { code: 'benefit_active', until, values: await nameOf(db, id) }
      }),
    )
  }),
]
