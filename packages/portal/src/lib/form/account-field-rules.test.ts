import * as m from '@kerf/locales/messages'
import { describe, expect, it, vi } from 'vitest'

vi.mock('../page/page-context.ts', () => ({
  getPageContext: () => ({ data: { password: { min: 6, max: 20 }, brand: {}, app: {} } }),
}))
const { differentEmail, differentPassword, deletionConfirmed } = await import('./account-field-rules.ts')
const { repeatedPasswordRule } = await import('./lazy-field-rules.ts')

describe('a new email address', () => {
  it('must differ from the current one regardless of case', () => {
    const rule = differentEmail('Maker@Demo.example')
    expect(rule(' maker@demo.example ', {})).toBe(m.security_email_same)
    expect(rule('other@demo.example', {})).toBeUndefined()
  })
})

describe('a new password', () => {
  it('must have a valid length and differ from the current one', () => {
    expect(differentPassword('', {})).toBe(m.field_password_required)
    expect(differentPassword('12345', {})?.()).toContain('6')
    expect(differentPassword('kerf-line', { oldPassword: 'kerf-line' })).toBe(m.security_password_same)
    expect(differentPassword('Kerf-line', { oldPassword: 'kerf-line' })).toBeUndefined()
  })

  it('must match its repetition', () => {
    expect(repeatedPasswordRule('', { password: 'kerf-line' })).toBe(m.field_password_again_required)
    expect(repeatedPasswordRule('kerf-lime', { password: 'kerf-line' })).toBe(m.field_password_mismatch)
    expect(repeatedPasswordRule('kerf-line', { password: 'kerf-line' })).toBeUndefined()
  })
})

it('requires the checkbox to delete an account', () => {
  expect(deletionConfirmed('', {})).toBe(m.security_delete_confirm_required)
  expect(deletionConfirmed('on', {})).toBeUndefined()
})
