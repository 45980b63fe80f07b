/** Lists what an account has redeemed, newest first, with the codes in plain text for their owner. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getRedemptions } from '@kerf/contract/endpoints/redemption'
import type { Language } from '@kerf/contract/language'
import type { Queryable } from '../../platform/db/database.ts'
import { decrypt } from '../../platform/keys/encryption.ts'
import { parseIdCursor } from '../../web/page-cursor.ts'
import { REDEMPTION_CODE_ENCRYPTION_CONTEXT } from './hash-code.ts'
import { listRedemptions as listRedemptionRows } from './redemption-store.ts'

const DEFAULT_LIMIT = 20
/** Greater than every id (bigint). */
const ID_MAX = '9223372036854775807'

/** '' for a code that cannot be decrypted, for example after a partial restoration: it must not hide the other rows. */
function readCode(key: Buffer, encrypted: Buffer): string {
  try {
    return decrypt(key, encrypted, REDEMPTION_CODE_ENCRYPTION_CONTEXT).toString()
  } catch {
    return ''
  }
}

/** `key`: `keys.redemption`. Throws `bad_request` for a cursor that no page has returned. */
export async function listRedemptions(
  db: Queryable,
  key: Buffer,
  uid: string,
  lang: Language,
  page: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<OutputOf<typeof getRedemptions>> {
  const limit = page.limit ?? DEFAULT_LIMIT
  const rows = await listRedemptionRows(db, {
    uid,
    before: parseIdCursor(page.cursor) ?? ID_MAX,
    limit: limit + 1,
  })
  const items = rows.slice(0, limit)
  return {
    items: items.map(row => ({
      benefit: lang === 'zh' ? row.name_zh : row.name_en,
      effectTime: row.at,
      expireTime: row.expires_at,
      status: row.expired ? 'expired' : 'succeeded',
      code: readCode(key, row.code),
    })),
    next: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
  }
}
