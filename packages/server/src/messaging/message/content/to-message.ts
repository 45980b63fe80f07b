/** Converts a stored message to the form in which pages receive it. */
import type { Language } from '@kerf/contract/language'
import type { Message } from '@kerf/contract/messages/message-stream'
import { type MessageContent, textFor } from './message-content.ts'
import type { PictureRule } from './picture-rule.ts'

export interface StoredMessage extends MessageContent, Pick<Message, 'id' | 'category' | 'app' | 'read'> {
  /** milliseconds since 1970 */
  readonly starts: number
  readonly ends: number | null
}

export const toMessage = (
  { id, category, app, read, texts, link, picture, starts, ends }: StoredMessage,
  lang: Language,
  pictures: PictureRule,
): Message => ({
  id,
  category,
  app,
  ...textFor(texts, lang),
  link,
  picture: picture === null ? null : pictures(picture),
  at: Math.floor(starts / 1000),
  until: ends === null ? null : Math.floor(ends / 1000),
  read,
})
