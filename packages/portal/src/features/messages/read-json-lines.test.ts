import { expect, test } from 'vitest'
import { readJsonLines } from './read-json-lines.ts'

const bytes = new TextEncoder().encode('{"a":"切"}\n\n{"b":2}\n{"half')
const streamOf = (...parts: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })

test.each([1, 2, 3, 7, 100])('lines are read whole, however %d bytes at a time come', async size => {
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  )
  const lines: unknown[] = []
  for await (const line of readJsonLines(streamOf(...parts))) lines.push(line)
  expect(lines).toEqual([{ a: '切' }, { b: 2 }])
})

test('a line that is none, or without an end, ends the reading', async () => {
  const read = async (text: string) => {
    for await (const _ of readJsonLines(streamOf(new TextEncoder().encode(text))));
  }
  await expect(read('not JSON\n')).rejects.toThrow()
  await expect(read('x'.repeat(600_000))).rejects.toThrow('too long')
})
