/** Rows of wrapped keys. */
import { statement } from '../db/database.ts'

/** Does nothing if a key of this name exists. */
export const insertWrappedKey = statement<never, { name: string; wrapped: Buffer }>(
  'key.insert',
  'insert into wrapped_key (name, wrapped) values ($name, $wrapped) on conflict do nothing',
  { scope: 'coordinator' },
)

export const findWrappedKey = statement<{ wrapped: Buffer }, { name: string }>(
  'key.find',
  'select wrapped from wrapped_key where name = $name',
  { scope: 'coordinator' },
)
