/** What becomes of the row of a machine when an ownership ends: the same at a change of owner, an erasure, and a repeated loss. */
import { PASS_DAYS_DEFAULT } from '@kerf/contract/machines/passes'

/** The next number, which is a time so that a restored backup repeats none. In RETURNING and SET of a distributed table no volatile function may stand. */
export const nextNumber = (column: 'ownership' | 'rights'): string =>
  `greatest(machine.${column} + 1, floor(extract(epoch from now()))::bigint)`

/** What the former owner has set or offered. */
const CLEARED = `name = '', transfer_hash = null, transfer_until = null, transfer_by = null, lost_at = null,
          requests_barred_until = null, pass_days = ${PASS_DAYS_DEFAULT}`

/** Nobody owns it. Apart from the numbers. */
export const WITHOUT_OWNER = `workshop = null, owner_since = null, ${CLEARED}`

const NEXT_NUMBERS = `ownership = ${nextNumber('ownership')}, rights = ${nextNumber('rights')}`

/** For `update machine set …`. Nobody owns it afterwards. */
export const ENDED_OWNERSHIP = `${NEXT_NUMBERS}, ${WITHOUT_OWNER}`

/** For `update machine set …`. The statement names the workshop, if that is the new owner, or null. */
export const NEW_OWNER = `${NEXT_NUMBERS}, owner_since = now(), ${CLEARED}`
