/** What a message says, checked before it is stored (S-113): texts without hidden characters, addresses that are safe. */
import type { FieldErrorKey } from '@kerf/contract/field-errors'
import type { Language } from '@kerf/contract/language'
import { MESSAGE_BODY_MAX, MESSAGE_LINK_MAX, MESSAGE_TITLE_MAX } from '@kerf/contract/message-limits'
import { safeLink } from '@kerf/contract/message-markdown'
import { normalizeLine, normalizeText } from '@kerf/contract/user-text'

export interface MessageText {
  readonly title: string
  readonly body: string
}

/** One language at least. */
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

/** What is wrong with a draft, by field: `title.en`, `body.zh`, `link`, `picture`. */
export class InvalidDraftError extends Error {
  override readonly name = 'DraftFault'
  readonly fields: Readonly<Record<string, FieldErrorKey>>
  constructor(fields: Readonly<Record<string, FieldErrorKey>>) {
    super(`the message cannot be sent: ${Object.keys(fields).join(', ')}`)
    this.fields = fields
  }
}

/** `mayShow`: whether a picture lies on a listed origin. Throws a DraftFault. */
export function parseDraft(draft: MessageDraft, mayShow: (picture: string) => boolean): MessageContent {
  const fields: Record<string, FieldErrorKey> = {}
  const texts: Partial<Record<Language, MessageText>> = {}
  for (const language of ['en', 'zh'] as const) {
    const title = normalizeLine((draft.title[language] ?? '').replace(/\s+/g, ' '))
    const body = normalizeText(draft.body?.[language] ?? '')
    if (title.length > MESSAGE_TITLE_MAX) fields[`title.${language}`] = 'too_long'
    if (body.length > MESSAGE_BODY_MAX) fields[`body.${language}`] = 'too_long'
    if (title === '' && body !== '') fields[`title.${language}`] = 'required'
    if (title !== '') texts[language] = { title, body }
  }
  if (Object.keys(texts).length === 0 && Object.keys(fields).length === 0) fields['title.en'] = 'required'
  const link = addressOf(draft.link)
  const picture = addressOf(draft.picture)
  if (link === undefined) fields.link = 'invalid'
  if (picture === undefined || (picture !== null && !mayShow(picture))) fields.picture = 'invalid'
  if (Object.keys(fields).length > 0) throw new InvalidDraftError(fields)
  return { texts, link: link ?? null, picture: picture ?? null }
}

/** null: none given; undefined: not one we follow. */
function addressOf(given: string | undefined): string | null | undefined {
  const text = given?.trim() ?? ''
  if (text === '') return null
  return text.length > MESSAGE_LINK_MAX ? undefined : safeLink(text)
}

/** In the wanted language where there is a text in it, else in the other. */
export function textFor(
  texts: MessageTexts,
  wanted: Language,
): MessageText & { readonly contentLang: Language } {
  const contentLang = texts[wanted] ? wanted : wanted === 'en' ? 'zh' : 'en'
  return { ...(texts[contentLang] ?? { title: '', body: '' }), contentLang }
}
