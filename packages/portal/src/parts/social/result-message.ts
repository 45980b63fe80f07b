/** The message that the callback window posts to the page that opened it. Both sides check for the same origin. */
const TYPE = 'kerf-social'
const VERSION = 1

export const createResultMessage = (result: string) => ({ type: TYPE, version: VERSION, result })

/** The name of a result, or an error code in its place, as in the fragment of the callback URL. */
export const isResultName = (text: unknown): text is string =>
  typeof text === 'string' && /^(?:\d{5}|[\w-]{20,128})$/.test(text)

interface ReceivedMessage {
  readonly origin: string
  readonly source: unknown
  readonly data: unknown
}

/** The result in a message from exactly this window and origin; undefined for any other message. */
export function readResultMessage(
  { origin, source, data }: ReceivedMessage,
  from: unknown,
  own: string,
): string | undefined {
  if (origin !== own || source !== from || typeof data !== 'object' || data === null) return undefined
  const { type, version, result } = data as Partial<ReturnType<typeof createResultMessage>>
  return type === TYPE && version === VERSION && isResultName(result) ? result : undefined
}
