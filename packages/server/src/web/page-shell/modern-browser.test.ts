import { expect, test } from 'vitest'
import { isModernBrowser } from './modern-browser.ts'

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = (os: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${os} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`
const CHROMIUM = (name: string) => `${LINUX} AppleWebKit/537.36 (KHTML, like Gecko) ${name} Safari/537.36`

test.each([
  [CHROMIUM('Chrome/123.0.0.0'), true],
  [CHROMIUM('Chrome/122.0.0.0'), false],
  [CHROMIUM('HeadlessChrome/156.0.0.0'), true],
  [CHROMIUM('QtWebEngine/5.15.6 Chrome/87.0.4280.144'), false],
  [CHROMIUM('QtWebEngine/6.4.2 Chrome/102.0.5005.177'), false],
  [CHROMIUM('Chrome/140.0.0.0 Electron/38.0.0'), true],
  [CHROMIUM('Version/4.0 Chrome/109.0.0.0 Mobile'), false],
  [`${LINUX} Gecko/20100101 Firefox/128.0`, true],
  [`${LINUX} Gecko/20100101 Firefox/115.0`, false],
  [`${MAC} Version/17.5 Safari/605.1.15`, true],
  [`${MAC} Version/17.4.1 Safari/605.1.15`, false],
  [`${MAC} Version/26.1 Safari/605.1.15`, true],
  [MAC, false],
  [`${LINUX} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15`, false],
  [`${IPHONE('17_5')} Mobile/15E148`, true],
  [`${IPHONE('17_4')} Mobile/15E148`, false],
  [`${IPHONE('18_6')} Version/26.0 Mobile/15E148 Safari/604.1`, true],
  [`${IPHONE('17_3')} CriOS/150.0.0.0 Mobile/15E148 Safari/604.1`, false],
  ['KerfStudio/2.1', false],
  ['', false],
  [undefined, false],
])('%s: %s', (userAgent, isModern) => {
  expect(isModernBrowser(userAgent)).toBe(isModern)
})
