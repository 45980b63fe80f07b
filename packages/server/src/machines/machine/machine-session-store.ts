/** The session of a person at a machine, noted with the role. At most one a machine. */
import { statement } from '../../platform/db/database.ts'
import { HAS_OWNER, IS_LIVE, SHOWN_ROLE } from './machine-store.ts'

/** Pairings of one machine follow each other, and a change of its owner. */
export const lockMachine = statement<{ id: string }, { machine: string }>(
  'machine_session.lock',
  'select id from machine where id = $machine for update',
)

/** No row: the role has ended, or the owner has changed. */
export const noteSession = statement<
  { uid: string },
  { machine: string; uid: string; ownership: string; handle: string }
>(
  'machine_session.note',
  `update machine_role set session = $handle
    where machine = $machine and uid = $uid and ownership = $ownership and not waiting
      and (ends_at is null or ends_at > now()) returning uid`,
)

export const listMachineSessions = statement<{ uid: string; session: string }, { machine: string }>(
  'machine_session.list',
  'select uid, session from machine_role where machine = $machine and session is not null',
)

export const forgetSessions = statement<never, { machine: string }>(
  'machine_session.forget',
  'update machine_role set session = null where machine = $machine and session is not null',
)

/** The role of a session, as long as it is live under the present owner. */
export const findPairedRole = statement<
  { role: string; until: number | null },
  { machine: string; uid: string; handle: string }
>(
  'machine_session.role',
  `select ${SHOWN_ROLE}, floor(extract(epoch from r.ends_at))::float8 as until
     from machine m join machine_role r on r.machine = m.id
    where m.id = $machine and r.machine = $machine and r.uid = $uid and r.session = $handle and ${IS_LIVE}
      and ${HAS_OWNER}`,
)
