import { expect, test } from 'vitest'
import { readCode } from './read-code.ts'

const OWN = ['https://passport.example', 'https://passport.sibling.example']
const SECRET = 'Vv9Qm1c0RkS0c2b5t1o2VwVv9Qm1c0RkS0c2b5t1o2Vw'

test.each([
  ['KERFDEMOLASER0000000001', { kind: 'serial-number', text: 'KERFDEMOLASER0000000001' }],
  [' kerfdemolaser0000000001\n', { kind: 'serial-number', text: 'KERFDEMOLASER0000000001' }],
  [`https://passport.example/zh/machines/join#${SECRET}`, { kind: 'offer', text: SECRET }],
  [`https://passport.sibling.example/en/machines/join?p=a#${SECRET}`, { kind: 'offer', text: SECRET }],
  ['https://passport.example/oidc/device?user_code=WDJB-MJHT', { kind: 'login', text: 'WDJB-MJHT' }],
  ['https://passport.example/en/activate?user_code=WDJBMJHT', { kind: 'login', text: 'WDJBMJHT' }],
  ['https://evil.example/oidc/device?user_code=WDJB-MJHT', { kind: 'foreign', host: 'evil.example' }],
  [
    `https://passport.example.evil.example/en/machines/join#${SECRET}`,
    { kind: 'foreign', host: 'passport.example.evil.example' },
  ],
  [`http://passport.example/en/machines/join#${SECRET}`, { kind: 'foreign', host: 'passport.example' }],
  [
    `https://passport.example@evil.example/en/machines/join#${SECRET}`,
    { kind: 'foreign', host: 'evil.example' },
  ],
  [
    'https://passport.example:8443/oidc/device?user_code=WDJB-MJHT',
    { kind: 'foreign', host: 'passport.example:8443' },
  ],
  // A letter of another script.
  ['https://p\u0430ssport.example/', { kind: 'foreign', host: 'xn--pssport-2fg.example' }],
  ['https://passport.example/en/machines/join', { kind: 'unknown' }],
  ['https://passport.example/en/machines/join#<script>', { kind: 'unknown' }],
  ['https://passport.example/oidc/device?user_code=%3Cb%3E', { kind: 'unknown' }],
  ['https://passport.example/en/logout?r=/machines/join', { kind: 'unknown' }],
  [`https://passport.example/machines/join#${SECRET}`, { kind: 'unknown' }],
  ['javascript:alert(1)//KERFDEMOLASER0000000001', { kind: 'unknown' }],
  ['WIFI:S:shop;T:WPA;P:secret;;', { kind: 'unknown' }],
  ['KERFDEMOLASER000000000', { kind: 'unknown' }],
  ['', { kind: 'unknown' }],
])('reads %j', (text, code) => {
  expect(readCode(text, OWN)).toEqual(code)
})
