import { expect, test } from 'vitest'
import { matchRoute } from './match-route.ts'

const ROUTES = [
  '$lang/login',
  '$lang/profile',
  '$lang/profile/settings',
  '$lang/certificate/$number',
  'learnMore',
  '$lang/*',
  '*',
].map(path => ({ path }))

test.each([
  ['/en/login', '$lang/login', { lang: 'en' }],
  ['/en/login/', '$lang/login', { lang: 'en' }],
  ['/zh/Profile', '$lang/profile', { lang: 'zh' }],
  ['/zh/profile/settings', '$lang/profile/settings', { lang: 'zh' }],
  ['/en/certificate/K-1%2F2', '$lang/certificate/$number', { lang: 'en', number: 'K-1/2' }],
  ['/en/certificate/%', '$lang/certificate/$number', { lang: 'en', number: '%' }],
  ['/en/profile/none', '$lang/*', { lang: 'en' }],
  ['/learnMore', 'learnMore', {}],
  ['/en', '$lang/*', { lang: 'en' }],
  ['/', '*', {}],
])('%s is %s', (pathname, path, params) => {
  expect(matchRoute(ROUTES, pathname)).toEqual({ route: { path }, params })
})

test('no route matches', () => {
  expect(matchRoute([{ path: 'learnMore' }], '/about')).toBeUndefined()
})
