import { expect, test, vi } from 'vitest'

vi.mock('../../lib/api-client.ts', () => ({
  clientContext: { token: () => undefined, language: () => 'en', app: () => ({}) },
}))
const { fetchPdf } = await import('./fetch-pdf.ts')

const pdf = (body: BodyInit) =>
  Promise.resolve(new Response(body, { headers: { 'content-type': 'application/pdf' } }))
const breaksOff = () => new ReadableStream({ pull: controller => controller.error(new Error('away')) })

test.each([
  ['no connection', () => Promise.reject(new TypeError('x')), false, 'network'],
  ['no answer in time', () => Promise.reject(new DOMException('x', 'TimeoutError')), true, 'timeout'],
  ['a file that breaks off', () => pdf(breaksOff()), false, 'network'],
  ['a file that does not end in time', () => pdf(breaksOff()), true, 'timeout'],
  ['an answer without envelope', () => Promise.resolve(new Response('<p>')), false, 'network'],
])('%s', async (_, fetch, late, reason) => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', fetch)
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late ? AbortSignal.abort() : new AbortController().signal)
  await expect(fetchPdf('laser')).rejects.toMatchObject({ code: 1002, reason })
})

test('the file as it came', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', () => pdf('%PDF'))
  expect(await (await fetchPdf('laser')).text()).toBe('%PDF')
})
