import { describe, expect, test } from 'vitest'
import { type Access, type AccessContext, decideAccess, REDIRECTS_MAX } from './access-rules.ts'

const facts = (over: Partial<AccessContext> & { access: Access }): AccessContext => ({
  signedIn: undefined,
  embedded: false,
  returnTo: undefined,
  hops: 0,
  ...over,
})
const login: Access = { loginOf: 'personal' }
const loginBusiness: Access = { loginOf: 'business' }
const personal: Access = { only: 'personal' }
const business: Access = { only: 'business' }
const show = { kind: 'show' }
const page = (name: string, more: object = {}) => ({
  kind: 'page',
  page: name,
  withReturn: false,
  refused: false,
  ...more,
})

describe('a login page', () => {
  test.each([login, loginBusiness])('shows itself to a visitor', access => {
    expect(decideAccess(facts({ access, returnTo: 'https://a.example/' }))).toEqual(show)
  })
  test('sends the other kind of account to its profile, whatever it asks to return to', () => {
    const returnTo = 'https://a.example/'
    expect(decideAccess(facts({ access: login, signedIn: 'business', returnTo }))).toEqual(
      page('profile-business/settings'),
    )
    expect(decideAccess(facts({ access: loginBusiness, signedIn: 'personal', returnTo }))).toEqual(
      page('profile'),
    )
  })
  test('sends the other kind to its login when embedded', () => {
    expect(decideAccess(facts({ access: login, signedIn: 'business', embedded: true }))).toEqual(
      page('login-business'),
    )
    expect(decideAccess(facts({ access: loginBusiness, signedIn: 'personal', embedded: true }))).toEqual(
      page('login'),
    )
  })
  test('follows the return address, else goes to the profile', () => {
    const returnTo = 'https://a.example/'
    expect(decideAccess(facts({ access: login, signedIn: 'personal', returnTo }))).toEqual({
      kind: 'follow',
      address: returnTo,
    })
    expect(decideAccess(facts({ access: login, signedIn: 'personal' }))).toEqual(page('profile'))
    expect(decideAccess(facts({ access: loginBusiness, signedIn: 'business' }))).toEqual(
      page('profile-business/settings'),
    )
  })
  test('navigates nowhere when embedded', () => {
    const returnTo = 'https://a.example/'
    expect(decideAccess(facts({ access: login, signedIn: 'personal', embedded: true, returnTo }))).toEqual(
      show,
    )
  })
  test('ends a row of redirects on the profile', () => {
    const returnTo = 'https://a.example/'
    expect(
      decideAccess(facts({ access: login, signedIn: 'personal', returnTo, hops: REDIRECTS_MAX })),
    ).toEqual(page('profile'))
  })
})

describe('a protected page', () => {
  test('sends a visitor to the login of its kind, to come back', () => {
    expect(decideAccess(facts({ access: personal }))).toEqual(page('login', { withReturn: true }))
    expect(decideAccess(facts({ access: business }))).toEqual(page('login-business', { withReturn: true }))
  })
  test('shows itself to its kind', () => {
    expect(decideAccess(facts({ access: personal, signedIn: 'personal' }))).toEqual(show)
    expect(decideAccess(facts({ access: business, signedIn: 'business' }))).toEqual(show)
  })
  test('refuses the other kind, to the other login and without a return address', () => {
    expect(decideAccess(facts({ access: business, signedIn: 'personal' }))).toEqual(
      page('login-business', { refused: true }),
    )
    expect(decideAccess(facts({ access: personal, signedIn: 'business' }))).toEqual(
      page('login', { refused: true }),
    )
  })
  test('ends a row of refusals on the profile of the account', () => {
    expect(decideAccess(facts({ access: business, signedIn: 'personal', hops: REDIRECTS_MAX }))).toEqual(
      page('profile'),
    )
  })
})

test('a page for either kind shows itself to both, and sends a visitor to the login, to come back', () => {
  for (const signedIn of ['personal', 'business'] as const)
    expect(decideAccess(facts({ access: 'signed-in', signedIn }))).toEqual(show)
  expect(decideAccess(facts({ access: 'signed-in' }))).toEqual(page('login', { withReturn: true }))
})

test('a page for anyone asks nothing', () => {
  expect(decideAccess(facts({ access: 'anyone', signedIn: 'business' }))).toEqual(show)
})
