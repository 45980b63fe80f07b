import { expect, test } from 'vitest'
import { describeErrno } from './errno-words.ts'
import { errorLogFields } from './log-fields.ts'

test('names what a code means and the statement, never the message', () => {
  const error = Object.assign(new Error('duplicate key (email)=(ada@example.com)'), {
    ...{ code: '53300', statement: 'account.find' },
  })
  expect(errorLogFields(error)).toMatchObject({
    code: '53300',
    meaning: expect.stringContaining('no connection left'),
    statement: 'account.find',
  })
  expect(JSON.stringify(errorLogFields(error))).not.toContain('ada')
})

test('names the limit of open files, which otherwise looks like a missing file', () => {
  expect(describeErrno('EMFILE')).toMatch(/^EMFILE, this process has too many open files/)
  expect(describeErrno('EWHATEVER')).toBe('EWHATEVER')
})
