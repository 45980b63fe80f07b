import { expect, test } from 'vitest'
import { removeSecretParameters } from './secret-parameters.ts'

test.each([
  ['', ''],
  ['?', ''],
  ['?ut=abc', ''],
  ['?ut', ''],
  ['?p=creative&ut=abc&av=2.10', '?p=creative&av=2.10'],
  ['?u%74=abc&p=1', '?p=1'],
  ['?ut=a&ut=b&ticket=c&utoken=d&x=1', '?x=1'],
  [
    '?ut2=1&aut=2&r=https%3A%2F%2Fa.example%2F%3Fut%3D1',
    '?ut2=1&aut=2&r=https%3A%2F%2Fa.example%2F%3Fut%3D1',
  ],
  ['?a=%E0%A4%A&b=%&c=x+y%20z', '?a=%E0%A4%A&b=%&c=x+y%20z'],
])('reduces %s to %s', (search, clean) => {
  expect(removeSecretParameters(search)).toBe(clean)
})
