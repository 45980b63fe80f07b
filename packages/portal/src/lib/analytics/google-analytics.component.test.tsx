/** Nothing is requested: the test answers the script elements itself. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendToGoogle } from './google-analytics.ts'

const ID = 'G-TEST12345'

const sendLogin = (ok: boolean) =>
  sendToGoogle(ID, { event: 'login', properties: { method: 'password', ok } })

test('warns once when the tag manager cannot be reached, tries again with the next event and keeps all events', async () => {
  const tagged = window as { dataLayer?: Iterable<unknown>[] }
  onTestFinished(() => {
    delete tagged.dataLayer
  })
  const added: HTMLScriptElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation(script => {
    added.push(script as HTMLScriptElement)
  })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  sendLogin(false)
  expect(added.map(({ src }) => src)).toEqual([`https://www.googletagmanager.com/gtag/js?id=${ID}`])
  added[0]?.dispatchEvent(new Event('error'))
  await expect.poll(() => warn.mock.calls).toEqual([['Failed to load Google Analytics']])

  sendLogin(true)
  expect(added).toHaveLength(2)
  added[1]?.dispatchEvent(new Event('load'))
  await Promise.resolve()
  sendLogin(true)
  expect(added).toHaveLength(2)
  const commands = (tagged.dataLayer ?? []).map(command => [...command])
  expect(commands.filter(([kind]) => kind === 'event')).toMatchObject([
    ['event', 'login', { ok: false }],
    ['event', 'login', { ok: true }],
    ['event', 'login', { ok: true }],
  ])
  expect(warn).toHaveBeenCalledOnce()
})
