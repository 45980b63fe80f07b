import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('works of one key follow each other in order, a failed one stops nobody', async () => {
  const inTurn = createTurns()
  const seen: string[] = []
  let running = 0
  const work = (name: string, fails = false) =>
    inTurn('a', async () => {
      expect(++running).toBe(1)
      await new Promise(setImmediate)
      seen.push(name)
      running--
      if (fails) throw new Error(name)
      return name
    })
  const results = await Promise.allSettled([work('1'), work('2', true), work('3')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual(['1', '2', '3'])
})

test('another key does not wait', async () => {
  const inTurn = createTurns()
  const gate = Promise.withResolvers<void>()
  const first = inTurn('a', () => gate.promise)
  expect(await inTurn('b', async () => 'b')).toBe('b')
  gate.resolve()
  await first
})
