import { describe, expect, test } from 'vitest'
import { checkText } from './check-texts.mjs'

const refuses = (text: string, kind: string) => checkText('a.json', text, kind).length > 0

test('names the file, the line, the word and the reason', () => {
  expect(checkText('locales/en/a.json', '{\n  "a": "Sign in to redeem"\n}', 'en')).toEqual([
    'locales/en/a.json:2: "Sign in": write "log in", "login", "log out" or "logout": one word for one thing; "sign up" stays.',
  ])
})

describe('refuses', () => {
  test.each([
    ['another word for log in', 'en', 'Signed out everywhere'],
    ['another word for log in in a document', 'docs', 'Each sign-in is recorded.'],
    ['another word for log in on the command line', 'code', ".description('Nobody can sign in to it.')"],
    ['British spelling', 'en', 'Your organisation'],
    ['a sentence without a noun as its subject', 'docs', 'Who has the key is the owner.'],
    ['whoever', 'code', ".description('Ends the session of whoever uses it.')"],
    ['a phrase translated word for word', 'en', 'Your benefits will lie here.'],
    ['enterprise on a screen', 'en', 'Enterprise account'],
    ['a straight apostrophe', 'en', "it's you"],
    ['a space before the ellipsis', 'en', 'Waiting …'],
    ['你', 'zh', '你的账号'],
    ['关联 for connected accounts', 'zh', '已关联的账号'],
    ['我的', 'zh', '我的消息'],
    ['no space beside a number', 'zh', '共16位'],
    ['half-width punctuation', 'zh', '请重试,或稍后再来'],
    ['a space beside full-width punctuation', 'zh', '您好， Ada'],
  ])('%s', (_, kind, text) => {
    expect(refuses(text, kind)).toBe(true)
  })
})

describe('accepts', () => {
  test.each([
    ['a line break before a Chinese character', 'zh', '立即生效。\\n正在进行的加工不会停止。'],
    ['a question', 'docs', 'Who is logged in?'],
    ['sign up', 'en', 'Sign up with the same email'],
    [
      'code names in documents',
      'docs',
      'The test `sign-in/session.test.ts` and [its file](test/sign-in.ts).',
    ],
    ['names and comments in code', 'code', "// Each sign-in counts.\nentry(20101, 401, 'sign-out')"],
    ['mail servers', 'docs', 'The mail server is down.'],
    ['Chinese beside placeholders and with spaces', 'zh', '{brand}将在 10 分钟内发送，请查收。'],
    ['data that is no longer linked', 'zh', '此后不再与您关联'],
  ])('%s', (_, kind, text) => {
    expect(checkText('a', text, kind)).toEqual([])
  })
})
