import { expect, test } from 'vitest'
import { checkCompose } from './check-settings.mjs'

const compose = (...names: string[]) =>
  `services:\n  app:\n    environment:\n      # a comment\n${names.map(name => `      ${name}: x\n`).join('')}    ports: []\n  database:\n    environment:\n      POSTGRES_DB: kerf\n`
const check = (...names: string[]) => checkCompose(['WORKERS', 'MAIL_URL'], ['MAIL_URL'], compose(...names))

test('accepts each setting once, and a secret as a file', () => {
  expect(check('WORKERS', 'MAIL_URL_FILE')).toEqual([])
})

test.each([
  { names: ['MAIL_URL'], finding: 'compose.yaml does not pass WORKERS.' },
  { names: ['WORKERS', 'MAIL_URL', 'WORKERS'], finding: 'compose.yaml passes WORKERS twice.' },
  { names: ['WORKERS', 'MAIL_URL', 'WORKER'], finding: 'compose.yaml passes WORKER, which nothing reads.' },
])('reports $finding', ({ names, finding }) => {
  expect(check(...names)).toEqual([finding])
})
