import fastify from 'fastify'
import { expect, test } from 'vitest'
import { jsonLog } from './json-log.ts'

test('writes one line of JSON with the time in UTC', () => {
  const lines: string[] = []
  const { log } = fastify({ logger: { ...jsonLog('info'), stream: { write: line => lines.push(line) } } })
  log.info('ready')
  log.debug('left out')
  expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
    { level: 30, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), msg: 'ready' },
  ])
})
