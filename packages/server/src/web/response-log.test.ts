import { Writable } from 'node:stream'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { BusyError } from '../platform/concurrency/limit-concurrency.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { createRequestCorrelation } from './request/request-correlation.ts'
import { logResponses } from './response-log.ts'

test('the line of a request that was refused because of too much work has the reason', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(line, _, done) {
      lines.push(String(line))
      done()
    },
  })
  const app = fastify({ logger: { level: 'info', stream } })
  logResponses(app, {
    metrics: createMetrics(),
    correlation: createRequestCorrelation([]),
    logsReads: false,
  })
  app.post('/pictures', () => {
    throw new BusyError('the picture process ended (1)')
  })
  const answer = await app.inject({ method: 'POST', url: '/pictures' })
  expect(answer.statusCode).toBe(503)
  const completed = lines.map(line => JSON.parse(line)).find(({ msg }) => msg === 'request completed')
  expect(completed).toMatchObject({ status: 503, code: 20901, reason: 'the picture process ended (1)' })
  await app.close()
})
