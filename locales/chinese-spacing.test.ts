import { expect, test } from 'vitest'
import * as m from './generated/messages.js'

const zh = { locale: 'zh' } as const

test.each([
  ['a Latin name stands between spaces', m.social_with({ name: 'Google' }, zh), '使用 Google 登录'],
  ['a Chinese name does not', m.social_with({ name: '微信' }, zh), '使用微信登录'],
  ['nor beside punctuation', m.security_social_disconnect_title({ name: '微信' }, zh), '解绑微信？'],
  [
    'each side for itself',
    m.home_not_me_title({ device: '光匠 Lab' }, zh),
    '将光匠 Lab 及其他设备全部退出？',
  ],
  [
    'nor does the end of a Chinese date',
    m.machines_until({ date: '2026年11月28日' }, zh),
    '2026年11月28日到期',
  ],
  ['nor does the name of an app', m.host_signed_in_continue_app({ app: '刻缝创作' }, zh), '返回刻缝创作'],
  ['nor that of a machine', m.pass_of({ machine: '激光机' }, zh), '启动凭证：激光机'],
  ['spaces within a name stay', m.app_switch_no({ here: '张 三' }, zh), '继续使用张 三'],
])('in Chinese texts %s', (_, text, expected) => {
  expect(text).toBe(expected)
})

test('English texts keep their spaces', () => {
  expect(m.social_with({ name: '微信' }, { locale: 'en' })).toBe('Continue with 微信')
})
