import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { createProxyCheck } from './unlisted-proxy.ts'

/** Peers that are reported for a request from 127.0.0.1 with this header. */
async function reported(trusted: readonly string[], forwardedFor: string): Promise<unknown[]> {
  const report = vi.fn()
  const check = createProxyCheck(report)
  const http = fastify({ trustProxy: trusted.length > 0 ? [...trusted] : false })
  http.addHook('onRequest', async request => check(request))
  await http.inject({ url: '/', headers: { 'x-forwarded-for': forwardedFor } })
  return report.mock.calls.flat()
}

test.each(['203.0.113.9', '127.0.0.1'])('names a proxy that is not listed and forwards %s', async visitor => {
  expect(await reported([], visitor)).toEqual(['127.0.0.1'])
  expect(await reported(['10.0.0.1'], visitor)).toEqual(['127.0.0.1'])
})

test.each(['203.0.113.9', '127.0.0.1'])(
  'does not name a listed proxy that forwards %s, also for a program on its own machine',
  async visitor => {
    expect(await reported(['127.0.0.1'], visitor)).toEqual([])
  },
)
