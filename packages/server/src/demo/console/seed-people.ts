/** Two hundred people for the demo console, each fourth with something to explain. A second run changes nothing. */
import { mailAddressHash } from '../../outbound/mail/mail-address.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import {
  findDemoPeople,
  insertIdentifiers,
  insertLimits,
  insertMails,
  insertPeople,
  insertRefusals,
  insertSignIns,
  insertSuppressions,
} from './demo-people-store.ts'

const PEOPLE = 200
const FIRST = ['ada', 'ben', 'chen', 'dora', 'emil', 'fang', 'gita', 'hugo', 'ines', 'jun']
const LAST = ['moreau', 'okafor', 'park', 'quinn', 'rossi', 'sato', 'tanaka', 'urban', 'vega', 'wang']
const MAIL_STATUSES = ['sent', 'refused', 'deferred', 'bounced']

const uidOf = (index: number): string => `00000000-0000-4000-8001-${String(index).padStart(12, '0')}`
const stateOf = (index: number): string =>
  index % 20 === 3 ? 'banned' : index % 20 === 9 ? 'restricted' : 'active'

export async function seedPeople(db: Database, keys: Pick<Keys, 'mail'>): Promise<void> {
  if ((await findDemoPeople(db, { uid: uidOf(1) }))[0]?.seeded) return
  const people = Array.from({ length: PEOPLE }, (_, index) => {
    const first = FIRST[index % FIRST.length] ?? ''
    const last = LAST[Math.floor(index / FIRST.length) % LAST.length] ?? ''
    const number = index >= FIRST.length * LAST.length ? '2' : ''
    const name = `${first[0]?.toUpperCase()}${first.slice(1)} ${last[0]?.toUpperCase()}${last.slice(1)}`
    return { index, uid: uidOf(index + 1), email: `${first}.${last}${number}@demo.example`, name }
  })
  /** Each `of`th person, from the `from`th on. */
  const some = (of: number, from: number) => people.filter(({ index }) => index % of === from)
  const uidsOf = (list: typeof people) => list.map(({ uid }) => uid)
  const hashesOf = (list: typeof people) => list.map(({ email }) => mailAddressHash(keys.mail, email))
  const [uids, emails] = [uidsOf(people), people.map(({ email }) => email)]
  await insertIdentifiers(db, { uids, emails })
  await insertPeople(db, {
    ...{ uids, emails },
    nicknames: people.map(({ name }) => name),
    states: people.map(({ index }) => stateOf(index)),
  })
  await insertSignIns(db, { uids: uidsOf(some(2, 0)) })
  await insertLimits(db, { uids: uidsOf(some(20, 5)) })
  await insertRefusals(db, { uids: uidsOf(some(10, 5)) })
  const mailed = some(5, 1)
  await insertMails(db, {
    hashes: hashesOf(mailed),
    statuses: mailed.map((_, index) => MAIL_STATUSES[index % MAIL_STATUSES.length] ?? 'sent'),
  })
  await insertSuppressions(db, { hashes: hashesOf(some(40, 21)) })
}
