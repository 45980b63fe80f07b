/** About ten times the length of the longest message. */
const LINE_LENGTH_MAX = 512 * 1024

/** Yields one JSON value per line. Throws if the stream fails, or if a line is not JSON or too long. */
export async function* readJsonLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_LENGTH_MAX) throw new Error('a line of the stream is too long')
      for (const line of lines) if (line !== '') yield JSON.parse(line) as T
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
