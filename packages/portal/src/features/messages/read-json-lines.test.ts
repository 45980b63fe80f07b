import { expect, test } from 'vitest'
import { readJsonLines } from './data/message-feed.ts'

const bytes = new TextEncoder().encode('{"a":"切"}\n\n{"b":2}\n{"half')
const streamOf = (...parts: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })

test.each([1, 2, 3, 7, 100])('reads whole lines from chunks of %d bytes', async size => {
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  )
  const lines: unknown[] = []
  for await (const line of readJsonLines(streamOf(...parts))) lines.push(line)
  expect(lines).toEqual([{ a: '切' }, { b: 2 }])
})

test('throws for a line that is not JSON or too long', async () => {
  const read = async (text: string) => {
    for await (const _ of readJsonLines(streamOf(new TextEncoder().encode(text))));
  }
  await expect(read('not JSON\n')).rejects.toThrow()
  await expect(read('x'.repeat(600_000))).rejects.toThrow('too long')
})
