import { describe, expect, test } from 'vitest'
import { type Access, type AccessContext, decideAccess, REDIRECTS_MAX } from './access-rules.ts'

const context = (over: Partial<AccessContext> & { access: Access }): AccessContext => ({
  signedIn: undefined,
  embedded: false,
  returnUrl: undefined,
  redirectCount: 0,
  ...over,
})
const login: Access = { loginFor: 'personal' }
const enterpriseLogin: Access = { loginFor: 'enterprise' }
const personal: Access = { only: 'personal' }
const enterprise: Access = { only: 'enterprise' }
const show = { kind: 'show' }
const page = (name: string, more: object = {}) => ({
  kind: 'page',
  page: name,
  withReturn: false,
  refused: false,
  ...more,
})

describe('a login page', () => {
  test.each([login, enterpriseLogin])('is shown to a visitor', access => {
    expect(decideAccess(context({ access, returnUrl: 'https://a.example/' }))).toEqual(show)
  })
  test('redirects the other kind of account to its profile, despite a return address', () => {
    const returnUrl = 'https://a.example/'
    expect(decideAccess(context({ access: login, signedIn: 'enterprise', returnUrl }))).toEqual(
      page('profile-business/settings'),
    )
    expect(decideAccess(context({ access: enterpriseLogin, signedIn: 'personal', returnUrl }))).toEqual(
      page('profile'),
    )
  })
  test('redirects the other kind of account to its login when embedded', () => {
    expect(decideAccess(context({ access: login, signedIn: 'enterprise', embedded: true }))).toEqual(
      page('login-business'),
    )
    expect(decideAccess(context({ access: enterpriseLogin, signedIn: 'personal', embedded: true }))).toEqual(
      page('login'),
    )
  })
  test('follows the return address, otherwise goes to the profile', () => {
    const returnUrl = 'https://a.example/'
    expect(decideAccess(context({ access: login, signedIn: 'personal', returnUrl }))).toEqual({
      kind: 'follow',
      url: returnUrl,
    })
    expect(decideAccess(context({ access: login, signedIn: 'personal' }))).toEqual(page('profile'))
    expect(decideAccess(context({ access: enterpriseLogin, signedIn: 'enterprise' }))).toEqual(
      page('profile-business/settings'),
    )
  })
  test('stays when embedded', () => {
    const returnUrl = 'https://a.example/'
    expect(decideAccess(context({ access: login, signedIn: 'personal', embedded: true, returnUrl }))).toEqual(
      show,
    )
  })
  test('ends a chain of redirects on the profile', () => {
    const returnUrl = 'https://a.example/'
    expect(
      decideAccess(context({ access: login, signedIn: 'personal', returnUrl, redirectCount: REDIRECTS_MAX })),
    ).toEqual(page('profile'))
  })
})

describe('a protected page', () => {
  test('redirects a visitor to the login of its kind, with a return address', () => {
    expect(decideAccess(context({ access: personal }))).toEqual(page('login', { withReturn: true }))
    expect(decideAccess(context({ access: enterprise }))).toEqual(
      page('login-business', { withReturn: true }),
    )
  })
  test('is shown to its kind of account', () => {
    expect(decideAccess(context({ access: personal, signedIn: 'personal' }))).toEqual(show)
    expect(decideAccess(context({ access: enterprise, signedIn: 'enterprise' }))).toEqual(show)
  })
  test('refuses the other kind of account and redirects to the login without a return address', () => {
    expect(decideAccess(context({ access: enterprise, signedIn: 'personal' }))).toEqual(
      page('login-business', { refused: true }),
    )
    expect(decideAccess(context({ access: personal, signedIn: 'enterprise' }))).toEqual(
      page('login', { refused: true }),
    )
  })
  test('ends a chain of refusals on the profile of the account', () => {
    expect(
      decideAccess(context({ access: enterprise, signedIn: 'personal', redirectCount: REDIRECTS_MAX })),
    ).toEqual(page('profile'))
  })
})

test('a page for any account is shown to both kinds and redirects a visitor to the login', () => {
  for (const signedIn of ['personal', 'enterprise'] as const)
    expect(decideAccess(context({ access: 'signed-in', signedIn }))).toEqual(show)
  expect(decideAccess(context({ access: 'signed-in' }))).toEqual(page('login', { withReturn: true }))
})

test('a page for anyone is shown', () => {
  expect(decideAccess(context({ access: 'anyone', signedIn: 'enterprise' }))).toEqual(show)
})
