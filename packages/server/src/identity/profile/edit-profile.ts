/** Nickname, introduction, gender, birthday, country: each has its own list of fields (S-071). */
import { BIRTHDAY_EARLIEST, INTRODUCTION_MAX, NICKNAME_MAX } from '@kerf/contract/limits'
import { countCodePoints, normalizeLine, normalizeText } from '@kerf/contract/user-text'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { COUNTRY_CODES } from '../../platform/geo/countries.ts'
import { updateBirthday, updateCountry, updateGender, updateOtherInfo } from './profile-store.ts'
import { isRegion } from './region/regions.ts'

export interface OtherInfo {
  readonly nickname?: string | undefined
  readonly introduction?: string | undefined
}

/** Throws 20120 for what is longer than its limit, in code points. */
export async function setOtherInfo(on: Queryable, uid: string, info: OtherInfo): Promise<void> {
  const nickname = info.nickname === undefined ? null : normalizeLine(info.nickname)
  const introduction = info.introduction === undefined ? null : normalizeText(info.introduction)
  if (nickname === '') throw new ApiError('bad_request', { fields: { nickname: 'required' } })
  if (nickname !== null && countCodePoints(nickname) > NICKNAME_MAX)
    throw new ApiError('information_out', { fields: { nickname: 'too_long' } })
  if (introduction !== null && countCodePoints(introduction) > INTRODUCTION_MAX)
    throw new ApiError('information_out', { fields: { introduction: 'too_long' } })
  await updateOtherInfo(on, uid, nickname, introduction)
}

export async function setGender(on: Queryable, uid: string, gender: 'male' | 'female'): Promise<void> {
  await updateGender(on, uid, gender)
}

/** `YYYY-MM-DD`, or unix seconds at 00:00 UTC. Throws 20001 for a day that is none, too early or in the future. */
export async function setBirthday(on: Queryable, uid: string, birthday: string | number): Promise<void> {
  const refuse = (): never => {
    throw new ApiError('bad_request', { fields: { birthday: 'invalid' } })
  }
  const at = typeof birthday === 'number' ? new Date(birthday * 1_000) : new Date(`${birthday}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return refuse()
  const day = at.toISOString().slice(0, 10)
  // The 31st of February is read as a day of March: what does not come back as it was is none.
  if (typeof birthday === 'string' && day !== birthday) return refuse()
  if (day < BIRTHDAY_EARLIEST || at.getUTCFullYear() > 9999) return refuse()
  const [updated] = await updateBirthday(on, uid, day)
  if (!updated) refuse()
}

/** Throws 20001 for an unknown country, or a region that is not of the country. */
export async function setCountry(on: Queryable, uid: string, country: string, region: string): Promise<void> {
  if (!COUNTRY_CODES.has(country)) throw new ApiError('bad_request', { fields: { country: 'invalid' } })
  if (region !== '' && !isRegion(country, region))
    throw new ApiError('bad_request', { fields: { region: 'invalid' } })
  await updateCountry(on, uid, country, region)
}
