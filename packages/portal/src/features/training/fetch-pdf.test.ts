import { expect, test, vi } from 'vitest'

vi.mock('../../lib/api/api-client.ts', () => ({
  clientContext: { token: () => undefined, language: () => 'en', app: () => ({}) },
}))
const { fetchPdf } = await import('./fetch-pdf.ts')

const pdf = (body: BodyInit) =>
  Promise.resolve(new Response(body, { headers: { 'content-type': 'application/pdf' } }))
const interrupted = () => new ReadableStream({ pull: controller => controller.error(new Error('away')) })

test.each([
  ['no connection', () => Promise.reject(new TypeError('x')), false, 'network'],
  ['no response in time', () => Promise.reject(new DOMException('x', 'TimeoutError')), true, 'timeout'],
  ['a file that is interrupted', () => pdf(interrupted()), false, 'network'],
  ['a file that does not complete in time', () => pdf(interrupted()), true, 'timeout'],
  ['a response without an envelope', () => Promise.resolve(new Response('<p>')), false, 'network'],
])('rejects for %s', async (_, fetch, late, reason) => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', fetch)
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late ? AbortSignal.abort() : new AbortController().signal)
  await expect(fetchPdf('laser')).rejects.toMatchObject({ code: 1002, reason })
})

test('resolves to the file', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', () => pdf('%PDF'))
  expect(await (await fetchPdf('laser')).text()).toBe('%PDF')
})
