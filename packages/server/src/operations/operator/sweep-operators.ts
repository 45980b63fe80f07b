/**
 * Deletes what has ended of operators: sessions, invitations, ceremonies, approvals. A job, so that nothing is deleted while the clock is
 * not trusted. On the owner's connection of the queue: the role of other jobs reads no table of operators (S-174).
 */
import type { Task } from 'graphile-worker'
import type { Queryable } from '../../platform/db/database.ts'
import { deleteOldApprovals, expireApprovals } from './approval-store.ts'
import { deleteEnded } from './operator-session-store.ts'

export const SWEEP_OPERATORS_JOB = 'sweep_operators'

export const sweepOperatorsTask: Task = (_payload, { withPgClient }) =>
  withPgClient(async client => {
    const owner: Queryable = { query: config => client.query(config) }
    await deleteEnded(owner)
    await expireApprovals(owner)
    await deleteOldApprovals(owner)
  })
