/** What the window of a provider tells the page that opened it. Same origin only, on both sides. */
const TYPE = 'kerf-social'
const VERSION = 1

export const createResultMessage = (result: string) => ({ type: TYPE, version: VERSION, result })

/** The name of a result, or a code in place of one, as the callback's fragment carries it. */
export const isResultName = (text: unknown): text is string =>
  typeof text === 'string' && /^(?:\d{5}|[\w-]{20,128})$/.test(text)

interface ReceivedMessage {
  readonly origin: string
  readonly source: unknown
  readonly data: unknown
}

/** The result in a message of exactly this window and origin; anything else is not for us. */
export function readResultMessage(
  { origin, source, data }: ReceivedMessage,
  from: unknown,
  own: string,
): string | undefined {
  if (origin !== own || source !== from || typeof data !== 'object' || data === null) return undefined
  const { type, version, result } = data as Partial<ReturnType<typeof createResultMessage>>
  return type === TYPE && version === VERSION && isResultName(result) ? result : undefined
}
