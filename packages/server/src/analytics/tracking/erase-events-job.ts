/** Job that deletes the analytics events of an erased account (S-080). */
import type { Task } from 'graphile-worker'
import type { Queryable } from '../../platform/db/database.ts'
import { deleteEventsOf } from './tracking-store.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const eraseEventsTask =
  (db: Queryable): Task =>
  async (payload, { logger }) => {
    const { login } = (payload ?? {}) as { readonly login?: unknown }
    if (typeof login === 'string' && UUID.test(login)) await deleteEventsOf(db, { login })
    else logger.error('a job was to erase events of no account: somebody may write SQL')
  }
