/** Validates the messages and announcements that operators write. */
import { loadBrands } from '@kerf/brands/registry'
import { listApps } from '../../identity/index.ts'
import {
  createPictureRule,
  InvalidDraftError,
  type MessageContent,
  type MessageDraft,
  parseDraft,
} from '../../messaging/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readTime } from '../../platform/db/database-clock.ts'
import { joinTexts } from '../input/both-languages.ts'
import { OperationError } from '../input/operation-error.ts'

const PROBLEMS = { too_long: 'field_too_long', required: 'field_missing', invalid: 'field_unusable' } as const
const RULES: Readonly<Record<string, 'link_invalid' | 'picture_invalid'>> = {
  link: 'link_invalid',
  picture: 'picture_invalid',
}

/** Throws an OperationError that names every invalid field. */
export async function validateDraft(draft: MessageDraft, config: Config): Promise<MessageContent> {
  const brands = await loadBrands()
  const origins = [...brands.values()].flatMap(({ brand }) => brand.origins)
  if (config.publicUrl) origins.push(config.publicUrl.origin)
  const allowedPicture = createPictureRule(() => origins)
  try {
    return parseDraft(draft, picture => allowedPicture(picture) !== null)
  } catch (error) {
    if (!(error instanceof InvalidDraftError)) throw error
    const problems = Object.entries(error.fields).map(([field, problem]) => {
      const rule = RULES[field]
      const name = PROBLEMS[problem as keyof typeof PROBLEMS] ?? PROBLEMS.invalid
      return rule && name === PROBLEMS.invalid
        ? new OperationError(rule)
        : new OperationError(name, { field: field.replace('.', '-') })
    })
    throw new OperationError('draft_invalid', { problems: joinTexts(problems.map(({ text }) => text)) })
  }
}

/** Returns the code. Throws an OperationError if no brand and no registered app has it. */
export async function assertAppCode(db: Queryable, code: string): Promise<string> {
  const brands = await loadBrands()
  if (!brands.has(code) && !(await listApps(db)).some(app => app.code === code))
    throw new OperationError('app_code_unknown', { code })
  return code
}

/** What reaches many waits this long, and can be recalled meanwhile. */
export const HOLD_SECONDS = 300

/** `from`, or the end of the hold if that is later. */
export async function holdFrom(db: Queryable, from: Date | null): Promise<Date> {
  return new Date(Math.max(from?.getTime() ?? 0, (await readTime(db)) + HOLD_SECONDS * 1_000))
}

/** Throws an OperationError unless `until` is in the future and after `from`. */
export async function assertPeriod(db: Queryable, from: Date | null, until: Date | null): Promise<void> {
  if (until !== null && until.getTime() <= Math.max(await readTime(db), from?.getTime() ?? 0))
    throw new OperationError('period_invalid')
}
