/** Edits the profile. Each operation accepts its own fields only (S-071). */
import { BIRTHDAY_EARLIEST, INTRODUCTION_MAX, NICKNAME_MAX } from '@kerf/contract/limits'
import { countCodePoints, normalizeLine, normalizeText } from '@kerf/contract/user-text'
import { type ChangedField, publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { COUNTRY_CODES } from '../../platform/geo/countries.ts'
import { updateBirthday, updateCountry, updateGender, updateOtherInfo } from './profile-store.ts'
import { isRegion } from './region/regions.ts'

/** Makes a change and publishes it, in one transaction. Returns whether the account was found. */
async function storeChange(
  db: Database,
  uid: string,
  update: (tx: Queryable) => Promise<readonly { readonly changed: readonly ChangedField[] }[]>,
): Promise<boolean> {
  return db.transaction(async tx => {
    const [updated] = await update(tx)
    await publishAccountUpdated(tx, uid, updated?.changed ?? [])
    return updated !== undefined
  })
}

export interface OtherInfo {
  readonly nickname?: string | undefined
  readonly introduction?: string | undefined
}

/** Throws `information_out` if a text exceeds its limit in code points. */
export async function setOtherInfo(db: Database, uid: string, info: OtherInfo): Promise<void> {
  const nickname = info.nickname === undefined ? null : normalizeLine(info.nickname)
  const introduction = info.introduction === undefined ? null : normalizeText(info.introduction)
  if (nickname === '') throw new ApiError('bad_request', { fields: { nickname: 'required' } })
  if (nickname !== null && countCodePoints(nickname) > NICKNAME_MAX)
    throw new ApiError('information_out', { fields: { nickname: 'too_long' } })
  if (introduction !== null && countCodePoints(introduction) > INTRODUCTION_MAX)
    throw new ApiError('information_out', { fields: { introduction: 'too_long' } })
  await storeChange(db, uid, tx => updateOtherInfo(tx, { uid, nickname, introduction }))
}

export async function setGender(db: Database, uid: string, gender: 'male' | 'female'): Promise<void> {
  await storeChange(db, uid, tx => updateGender(tx, { uid, gender }))
}

/** `birthday` is YYYY-MM-DD, or unix seconds at 00:00 UTC. Throws `bad_request` for an invalid, too early or future day. */
export async function setBirthday(db: Database, uid: string, birthday: string | number): Promise<void> {
  const rejectBirthday = (): never => {
    throw new ApiError('bad_request', { fields: { birthday: 'invalid' } })
  }
  const at = typeof birthday === 'number' ? new Date(birthday * 1_000) : new Date(`${birthday}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return rejectBirthday()
  const day = at.toISOString().slice(0, 10)
  // `Date` reads February 31 as a day of March; a valid day survives the round trip.
  if (typeof birthday === 'string' && day !== birthday) return rejectBirthday()
  if (day < BIRTHDAY_EARLIEST || at.getUTCFullYear() > 9999) return rejectBirthday()
  const updated = await storeChange(db, uid, tx => updateBirthday(tx, { uid, day }))
  if (!updated) rejectBirthday()
}

/** Throws `bad_request` for an unknown country, or a region of another country. */
export async function setCountry(db: Database, uid: string, country: string, region: string): Promise<void> {
  if (!COUNTRY_CODES.has(country)) throw new ApiError('bad_request', { fields: { country: 'invalid' } })
  if (region !== '' && !isRegion(country, region))
    throw new ApiError('bad_request', { fields: { region: 'invalid' } })
  await storeChange(db, uid, tx => updateCountry(tx, { uid, country, region }))
}
