/** Why a person cannot run a machine. */
import type { Language } from '@kerf/contract/language'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { REQUEST_REVIEW_DAYS } from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { findDevice, trainingFor } from '../../machines/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { type ExplainedRole, listBarredMachines, listRequestsOfClaimant, listRoles } from './explain-store.ts'
import { endOfSerialNumber, type FactSource, ofAccount, type RawFact } from './fact.ts'
import { describeRefusals } from './refusals.ts'

const ROLES_MAX = 50

const ROLE_TEXTS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  owner: { en: m.machines_role_owner({}, { locale: 'en' }), zh: m.machines_role_owner({}, { locale: 'zh' }) },
  manager: {
    en: m.machines_role_manager({}, { locale: 'en' }),
    zh: m.machines_role_manager({}, { locale: 'zh' }),
  },
  operator: {
    en: m.machines_role_operator({}, { locale: 'en' }),
    zh: m.machines_role_operator({}, { locale: 'zh' }),
  },
}

/** What keeps a person with a role from the machine; the first one decides. */
async function factOfRole(db: Database, uid: string, row: ExplainedRole): Promise<RawFact> {
  const { machine, sn, line, since, until } = row
  const values = { machine, sn: endOfSerialNumber(sn), role: ROLE_TEXTS[row.role] ?? row.role }
  if (!row.current) return { code: 'machine_former_owner', blocks: true, since, values }
  if (row.waiting) return { code: 'machine_role_waits', blocks: true, since, values }
  if (row.ended) return { code: 'machine_role_ended', blocks: true, since: until, values }
  if (row.lostAt !== null) return { code: 'machine_lost', blocks: true, since: row.lostAt, values }
  const [device] = await findDevice(db, { sn })
  if (device?.distrusted)
    return {
      ...{ code: 'machine_distrusted', blocks: true, values },
      mend: { operation: 'machine renew', arguments: [machine] },
    }
  const training = await trainingFor(db, uid, line)
  if (!training.trained && training.course !== null)
    return { code: 'machine_training', blocks: true, values: { ...values, course: training.course } }
  const ends = [until, training.until].filter(end => end !== null)
  return { code: 'machine_role', since, until: ends.length > 0 ? Math.min(...ends) : null, values }
}

export const MACHINE_FACTS: readonly FactSource[] = [
  ofAccount(async ({ uid }, { db }) => {
    const roles = await listRoles(db, { uid, limit: ROLES_MAX })
    if (roles.length === 0) return [{ code: 'machine_none', blocks: true }]
    return Promise.all(roles.map(row => factOfRole(db, uid, row)))
  }),
  ofAccount(async ({ uid }, { db }) =>
    (await listRequestsOfClaimant(db, { uid })).map(({ machine, sn, since, deniedAt }): RawFact => {
      const values = { machine, sn: endOfSerialNumber(sn) }
      if (deniedAt !== null) return { code: 'machine_request_denied', blocks: true, since: deniedAt, values }
      const until = since + REQUEST_REVIEW_DAYS * DAY_SECONDS
      const mend = { operation: 'machine decide', arguments: [machine] }
      return { code: 'machine_request_open', blocks: true, since, until, values, mend }
    }),
  ),
  ofAccount(async ({ uid }, { db }) =>
    (await listBarredMachines(db, { uid })).map(({ machine, since }): RawFact => {
      return { code: 'machine_barred', blocks: true, since, values: { machine } }
    }),
  ),
  describeRefusals(/\/machine/, /^(?:machine|workshop)\./),
]
