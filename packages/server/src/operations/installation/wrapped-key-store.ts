/** Reads and replaces rows of table `wrapped_key`: the installation's keys, encrypted under the master key. */
import { statement } from '../../platform/db/database.ts'

export interface WrappedKeyRow {
  readonly name: string
  /** encrypted */
  readonly wrapped: Buffer
}

export const listWrappedKeys = statement<WrappedKeyRow>(
  'wrapped_key.list',
  'select name, wrapped from wrapped_key order by name',
  { scope: 'coordinator' },
)

/** Locks all keys until the transaction ends. */
export const lockWrappedKeys = statement<WrappedKeyRow>(
  'wrapped_key.lock',
  'select name, wrapped from wrapped_key order by name for update',
  { scope: 'coordinator' },
)

export const replaceWrappedKey = statement<never, WrappedKeyRow>(
  'wrapped_key.replace',
  'update wrapped_key set wrapped = $wrapped where name = $name',
  { scope: 'coordinator' },
)
