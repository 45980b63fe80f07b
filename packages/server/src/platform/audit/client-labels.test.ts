import { expect, test } from 'vitest'
import { clientLabels } from './client-labels.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const web = (userAgent: string) =>
  clientLabels({ userAgent, appPlatform: '', appCode: 'portal', appVersion: '' })

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome (Windows)', 'web-pc'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`,
    'Edge (Windows)',
    'web-pc',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox (Linux)', 'web-pc'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari (macOS)',
    'web-pc',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari (iOS)',
    'web-mobile',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome (iPadOS)',
    'web-pad',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`,
    'Chrome (Android)',
    'web-mobile',
  ],
  [`Mozilla/5.0 (Linux; Android 15; SM-X910) ${CHROME} Safari/537.36`, 'Chrome (Android)', 'web-pad'],
  [
    `Mozilla/5.0 (Linux; Android 14; M2102) ${CHROME} Mobile Safari/537.36 MicroMessenger/8.0.50`,
    'WeChat (Android)',
    'web-mobile',
  ],
  ['curl/8.5.0', 'portal', 'web-pc'],
  ['', 'portal', 'web-pc'],
])('labels the user agent %s', (userAgent, application, platform) => {
  expect(web(userAgent)).toEqual({ application, platform })
})

test('labels a native client by its app code', () => {
  for (const platform of ['pc', 'pad', 'mobile', 'os'] as const)
    expect(
      clientLabels({ userAgent: CHROME, appPlatform: platform, appCode: 'creative', appVersion: '' }),
    ).toEqual({
      application: 'creative',
      platform,
    })
})

test('names the version of a native client, not of a browser', () => {
  const labels = (appPlatform: string) =>
    clientLabels({ userAgent: CHROME, appPlatform, appCode: 'creative', appVersion: '2.6.0' }).application
  expect(labels('pc')).toBe('creative 2.6.0')
  expect(labels('web-pc')).not.toContain('2.6.0')
})

test('never shows text that a caller chose', () => {
  expect(
    clientLabels({
      userAgent: '<b>x'.repeat(9_999),
      appPlatform: '<b>',
      appCode: '"><script>',
      appVersion: '',
    }),
  ).toEqual({
    application: '',
    platform: 'web-pc',
  })
})
