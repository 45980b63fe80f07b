/** What an account has redeemed, as its owner sees it. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getRedemptions } from '@kerf/contract/endpoints/redemption'
import type { Language } from '@kerf/contract/language'
import type { Queryable } from '../../platform/db/database.ts'
import { decrypt } from '../../platform/keys/encryption.ts'
import { REDEMPTION_CODE_ENCRYPTION_CONTEXT } from './hash-code.ts'
import { listRedemptions } from './redemption-store.ts'

const PAGE = 20
/** Above every id. */
const TOP = '9223372036854775807'

export async function readRedemptions(
  db: Queryable,
  key: Buffer,
  uid: string,
  lang: Language,
  page: { readonly cursor?: string | undefined; readonly limit?: string | undefined },
): Promise<OutputOf<typeof getRedemptions>> {
  const limit = page.limit === undefined ? PAGE : Number(page.limit)
  const rows = await listRedemptions(db, uid, page.cursor ?? TOP, limit + 1)
  const items = rows.slice(0, limit)
  return {
    items: items.map(row => ({
      benefit: lang === 'zh' ? row.name_zh : row.name_en,
      effectTime: row.at,
      expireTime: row.expires_at,
      status: row.expired ? 'expired' : 'succeeded',
      code: decrypt(key, row.code, REDEMPTION_CODE_ENCRYPTION_CONTEXT).toString(),
    })),
    next: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
  }
}
