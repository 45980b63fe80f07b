/** What operators read and change of machines. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { requestNumber } from '../claim/request-store.ts'
import { IS_LIVE } from '../machine/machine-store.ts'

export interface MachineForOperators {
  readonly id: string
  readonly sn: string
  readonly line: string
  readonly ownership: string
  readonly lost: boolean
  /** the account that owns it */
  readonly owner: string | null
  /** the workshop that owns it */
  readonly workshop: string | null
  /** unix seconds */
  readonly ownerSince: number | null
  /** with a role that has not ended, the owner included */
  readonly people: number
}

export const findMachineForOperators = statement<MachineForOperators, { machine: string }>(
  'machine_operator.find',
  `select m.id, m.sn, m.line, m.ownership, m.lost_at is not null as lost, m.workshop, ${epochSeconds('m.owner_since')} as "ownerSince",
          (select o.uid from machine_role o where o.machine = $machine and o.role = 'owner' and o.ownership = m.ownership) as owner,
          (select count(*)::int from machine_role r where r.machine = $machine and ${IS_LIVE}) as people
     from machine m where m.id = $machine`,
)

export interface RequestForOperators {
  readonly machine: string
  readonly line: string
  readonly sn: string
  readonly ownership: string
  /** the account that owns it */
  readonly owner: string | null
  /** the workshop that owns it */
  readonly workshop: string | null
  readonly claimant: string
  readonly number: string
  readonly denied: boolean
  /** unix seconds */
  readonly since: number
  /** whether the claimant has shown a second right code after the owner's time to answer */
  readonly proved: boolean
}

const requestColumns = (
  machine: string,
) => `q.machine, m.line, m.sn, m.ownership, m.workshop, q.uid as claimant, q.denied_at is not null as denied,
          ${requestNumber('q')}::text as number, ${epochSeconds('q.created_at')} as since, q.second_code_at is not null as proved,
          (select o.uid from machine_role o where o.machine = ${machine} and o.role = 'owner' and o.ownership = m.ownership) as owner`

/** To the present owner, open or denied. */
export const findRequestForOperators = statement<RequestForOperators, { machine: string }>(
  'machine_operator.find_request',
  `select ${requestColumns('$machine')} from machine_request q join machine m on m.id = q.machine
    where q.machine = $machine and m.id = $machine and q.ownership = m.ownership`,
)

/** The open ones, oldest first. */
export const listRequestsForOperators = statement<RequestForOperators, { limit: number }>(
  'machine_operator.list_requests',
  `select ${requestColumns('q.machine')} from machine_request q join machine m on m.id = q.machine
    where q.ownership = m.ownership and q.denied_at is null order by q.created_at limit $limit`,
  { scope: 'every shard', because: 'operator' },
)

/** Each returns a row for a machine that was trusted. */
export const distrustDevice = statement<{ sn: string }, { sn: string }>(
  'machine_operator.distrust',
  'update device set distrusted_at = now() where sn = $sn and distrusted_at is null returning sn',
  { scope: 'coordinator' },
)

export const distrustVersion = statement<{ sn: string }, { line: string; version: number }>(
  'machine_operator.distrust_version',
  'update device set distrusted_at = now() where line = $line and key_version = $version and distrusted_at is null returning sn',
  { scope: 'coordinator' },
)

export const countTrusted = statement<{ count: number }, { line: string; version: number }>(
  'machine_operator.count_trusted',
  `select count(*)::int as count from device where line = $line and key_version = $version and distrusted_at is null`,
  { scope: 'coordinator' },
)

/** A re-keyed board has new keys, which nobody has copied. No row: the serial number was not imported. */
export const raiseGeneration = statement<{ generation: number }, { sn: string }>(
  'machine_operator.raise_generation',
  'update device set generation = generation + 1, distrusted_at = null where sn = $sn returning generation',
  { scope: 'coordinator' },
)
