import type { PageData } from '@kerf/contract/page-data'
import { afterEach, expect, test, vi } from 'vitest'
import { persistLanguage } from './language.ts'
import { createPageContext, setPageContext } from './page-context.ts'

afterEach(() => vi.unstubAllGlobals())

function writtenCookies(cookieDomain: string, protocol: string): string[] {
  const written: string[] = []
  setPageContext(createPageContext({ cookieDomain } as PageData, '', 'web-pc'))
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('document', {
    documentElement: {},
    set cookie(text: string) {
      written.push(text)
    },
  })
  persistLanguage('zh')
  return written
}

test('stores the language for the domain of the token, in place of a cookie of the host alone', () => {
  expect(writtenCookies('kerf.example', 'https:')).toEqual([
    'IntlLang=; Max-Age=0; Path=/; SameSite=Lax; Secure',
    'IntlLang=zh; Max-Age=31536000; Path=/; Domain=kerf.example; SameSite=Lax; Secure',
  ])
})

test('stores the language for the host where the token is for the host alone', () => {
  expect(writtenCookies('', 'http:')).toEqual(['IntlLang=zh; Max-Age=31536000; Path=/; SameSite=Lax'])
})
