/** Validates the content of a message before it is stored (S-113): text without hidden characters, safe URLs. */
import type { FieldErrorKey } from '@kerf/contract/field-errors'
import type { Language } from '@kerf/contract/language'
import { MESSAGE_BODY_MAX, MESSAGE_LINK_MAX, MESSAGE_TITLE_MAX } from '@kerf/contract/message-limits'
import { safeLink } from '@kerf/contract/messages/message-markdown'
import { countCodePoints, normalizeLine, normalizeText } from '@kerf/contract/user-text'

export interface MessageText {
  readonly title: string
  readonly body: string
}

/** In one language at least. */
export type MessageTexts = Readonly<Partial<Record<Language, MessageText>>>

export interface MessageContent {
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
}

export interface MessageDraft {
  readonly title: Readonly<Partial<Record<Language, string | undefined>>>
  readonly body?: Readonly<Partial<Record<Language, string | undefined>>> | undefined
  readonly link?: string | undefined
  readonly picture?: string | undefined
}

/** `fields`: the errors of a draft by field: `title.en`, `body.zh`, `link`, `picture`. */
export class InvalidDraftError extends Error {
  override readonly name = 'InvalidDraftError'
  readonly fields: Readonly<Record<string, FieldErrorKey>>
  constructor(fields: Readonly<Record<string, FieldErrorKey>>) {
    super(`the message is invalid: ${Object.keys(fields).join(', ')}`)
    this.fields = fields
  }
}

/** `isAllowedPicture`: whether the picture's origin is listed. Throws an InvalidDraftError. */
export function parseDraft(
  draft: MessageDraft,
  isAllowedPicture: (picture: string) => boolean,
): MessageContent {
  const fields: Record<string, FieldErrorKey> = {}
  const texts: Partial<Record<Language, MessageText>> = {}
  for (const language of ['en', 'zh'] as const) {
    const title = normalizeLine((draft.title[language] ?? '').replace(/\s+/g, ' '))
    const body = normalizeText(draft.body?.[language] ?? '')
    if (countCodePoints(title) > MESSAGE_TITLE_MAX) fields[`title.${language}`] = 'too_long'
    if (countCodePoints(body) > MESSAGE_BODY_MAX) fields[`body.${language}`] = 'too_long'
    if (title === '' && body !== '') fields[`title.${language}`] = 'required'
    if (title !== '') texts[language] = { title, body }
  }
  if (Object.keys(texts).length === 0 && Object.keys(fields).length === 0) fields['title.en'] = 'required'
  const link = parseUrl(draft.link)
  const picture = parseUrl(draft.picture)
  if (link === undefined) fields.link = 'invalid'
  if (picture === undefined || (picture !== null && !isAllowedPicture(picture))) fields.picture = 'invalid'
  if (Object.keys(fields).length > 0) throw new InvalidDraftError(fields)
  return { texts, link: link ?? null, picture: picture ?? null }
}

/** null: there is none; undefined: it is not safe. */
function parseUrl(value: string | undefined): string | null | undefined {
  const text = value?.trim() ?? ''
  if (text === '') return null
  return countCodePoints(text) > MESSAGE_LINK_MAX ? undefined : safeLink(text)
}

/** The text in the preferred language or, without one, in the other. */
export function textFor(
  texts: MessageTexts,
  preferred: Language,
): MessageText & { readonly contentLang: Language } {
  // `null` is valid in a jsonb column that is not null.
  const contentLang = texts?.[preferred] ? preferred : preferred === 'en' ? 'zh' : 'en'
  return { ...(texts?.[contentLang] ?? { title: '', body: '' }), contentLang }
}
