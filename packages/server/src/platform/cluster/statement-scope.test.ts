import { expect, test } from 'vitest'
import { findScopeErrors, readScope } from './statement-scope.ts'

test.each([
  ['names the account', 'select handle from session where uid = $1', 'one shard'],
  [
    'names the account for all of its tables',
    'select s.handle from session s join account a on a.uid = s.uid where a.uid = $1',
    'one shard',
  ],
  ['writes a row of the account', 'insert into session as s (uid, handle) values ($1, $2)', 'one shard'],
  ['reads a table that every node has', 'select id from benefit where retired_at is null', 'one shard'],
  ['forgot the account', 'select handle from session where token_hash = $1', 'every shard'],
  ['names several accounts', 'select handle from session where uid = any($1::uuid[])', 'every shard'],
  ['names an account or anything else', 'delete from account where uid = $1 or email = $2', 'every shard'],
  [
    'names the account of only one of the tables',
    'select t.hash from ticket t join account a on a.uid = t.uid where a.uid = $1',
    'every shard',
  ],
  ['writes a log', 'insert into audit_event (event, uid) values ($1, $2)', 'coordinator'],
  ['notifies the servers', `select pg_notify('app', '')`, 'coordinator'],
] as const)('of a statement that %s', (_, text, scope) => {
  expect(readScope(text)).toBe(scope)
})

test('names a hot statement that lost its account', () => {
  const planted = {
    name: 'session.touch',
    text: 'update session set last_seen = now() where handle = $1',
    parameters: ['handle'],
    scope: 'one shard',
  } as const
  expect(findScopeErrors([planted])).toEqual([
    'Statement session.touch declares "one shard" and asks "every shard".',
  ])
  expect(findScopeErrors([{ ...planted, text: `${planted.text} and uid = $2` }])).toEqual([])
})
