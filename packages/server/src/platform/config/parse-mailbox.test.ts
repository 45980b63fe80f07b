import { expect, test } from 'vitest'
import { parseMailbox, parseNewMailbox } from './parse-mailbox.ts'

test.each([
  ['Ada@Example.COM', 'Ada@example.com'],
  ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@XN--MNCHEN-3YA.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@ｅxample.com', 'ada@example.com'],
  ['用户@例子.中国', '用户@xn--fsqu00a.xn--fiqs8s'],
  ['\u212aate@example.com', 'Kate@example.com'],
  ['e\u0301va@example.com', '\u00e9va@example.com'],
  ['a.d.a+x@example.com', 'a.d.a+x@example.com'],
  ['ada@faß.de', 'ada@xn--fa-hia.de'],
  ["o'brien@123.com", "o'brien@123.com"],
  ['a@b_c.example', 'a@b_c.example'],
])('%s is stored and mailed as %s', (text, address) => {
  expect(parseMailbox(text)).toEqual({ address, canonical: address.toLowerCase() })
  expect(parseMailbox(address)).toEqual(parseMailbox(text))
})

test.each([
  [
    'the rest of a URL',
    ['m@evil.test#.kerf.example', 'm@evil.test/.kerf.example', 'm@evil.test?.kerf.example'],
  ],
  [
    'another separator',
    ['m@evil.test\\.kerf.example', 'm@evil.test:25.kerf.example', 'm@evil%2etest.example'],
  ],
  [
    'a full-width separator',
    ['m@evil.test＃.kerf.example', 'm@evil.test／.kerf.example', 'm@evil.test？.kerf.example'],
  ],
  ['a sign that decomposes into one', ['m@evil.test\u2100.kerf.example', 'm@evil.test\u2048.kerf.example']],
  [
    'an address literal',
    ['a@[127.0.0.1]', 'a@127.0.0.1', 'a@0x7f.1', 'a@[IPv6:::1]', 'a@１２７.0.0.1', 'a@1.2.3'],
  ],
  [
    'an invalid A-label',
    ['a@xn--.test', 'a@xn--a.test', 'a@xn--mnchen-3yb.example-.test', 'a@xn--n3h.com', 'a@xn--0.pt'],
  ],
  [
    'an invalid host name',
    ['a@-a.com', 'a@a-.com', 'a@a..com', 'a@.com', 'a@com.', 'a@localhost', 'a@☃.com', 'a@\u200dx.com'],
  ],
  ['a long label or name', [`a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(130)}com`]],
  [
    'a quoted or commented form',
    ['"a"@b.example', 'a(c)@b.example', 'a@(c)b.example', 'a <a@b.example>', 'a@b.example (c)'],
  ],
  [
    'more than one address',
    ['a@b.example@c.example', 'a@b.example,c@d.example', 'a@b.example c@d.example', 'a@b.example\r\nc'],
  ],
])('rejects %s', (_name, texts) => {
  expect(texts.filter(text => parseMailbox(text) !== undefined)).toEqual([])
})

test.each(['a/b@c.example', 'a?bcc=x@c.example', 'a#b@c.example', 'a%other.example@c.example'])(
  'keeps %s for the account that has it, but gives it to no other',
  text => {
    expect([parseMailbox(text)?.address, parseNewMailbox(text)]).toEqual([text, undefined])
  },
)
