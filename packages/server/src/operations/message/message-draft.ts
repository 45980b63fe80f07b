/** A message as an operator writes it, checked. */
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
import { OperationError } from '../operation-error.ts'

const WHAT = { too_long: 'is too long', required: 'is missing', invalid: 'cannot be used' } as const

const MEANING: Readonly<Record<string, string>> = {
  link: 'a link is an https address without a user name',
  picture: 'a picture is an https address on the portal’s origin or one of a brand',
}

/** Throws an OperationError that names every fault. */
export async function validateDraft(draft: MessageDraft, config: Config): Promise<MessageContent> {
  const brands = await loadBrands()
  const origins = [...brands.values()].flatMap(({ brand }) => brand.origins)
  if (config.publicUrl) origins.push(config.publicUrl.origin)
  const pictures = createPictureRule(() => origins)
  try {
    return parseDraft(draft, picture => pictures(picture) !== null)
  } catch (error) {
    if (!(error instanceof InvalidDraftError)) throw error
    const faults = Object.entries(error.fields).map(([field, fault]) => {
      const what = WHAT[fault as keyof typeof WHAT] ?? WHAT.invalid
      return `${field.replace('.', '-')} ${what}${MEANING[field] ? `: ${MEANING[field]}` : ''}`
    })
    throw new OperationError(`${faults.join('; ')}.`)
  }
}

/** Throws an OperationError for a code that no brand and no registered app has. */
export async function assertAppCode(db: Queryable, code: string): Promise<string> {
  const brands = await loadBrands()
  if (!brands.has(code) && !(await listApps(db)).some(app => app.code === code))
    throw new OperationError(`There is no app with the code "${code}".`)
  return code
}

/** Throws an OperationError. */
export function assertPeriod(from: Date | null, until: Date | null): void {
  if (until !== null && until.getTime() <= Math.max(Date.now(), from?.getTime() ?? 0))
    throw new OperationError('until must lie in the future, after from.')
}
