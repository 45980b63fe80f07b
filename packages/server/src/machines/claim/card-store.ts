/** Tables `machine_card_use` and `machine_card_case`: cards that were used, and shown again by another account. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

/** Days in which a card that is shown again is a case. */
const CARD_CASE_DAYS = 365

export interface ShownCard {
  readonly machine: string
  readonly card: Buffer
  /** the account that shows it */
  readonly uid: string
}

const IS_USED = `machine = $machine and card_hash = $card and at > now() - make_interval(days => ${CARD_CASE_DAYS})`

export const recordCardUse = statement<never, ShownCard>(
  'machine_card.use',
  `insert into machine_card_use (machine, uid, card_hash) values ($machine, $uid, $card)
   on conflict (machine) do update set uid = excluded.uid, card_hash = excluded.card_hash, at = excluded.at, shown_at = null`,
)

/** Who has claimed with the card. No row: it is no card of the machine that was used within a year. */
export const findCardUse = statement<{ uid: string }, Pick<ShownCard, 'machine' | 'card'>>(
  'machine_card.find_use',
  `select uid from machine_card_use where ${IS_USED}`,
)

/** Decides who opens the case: the first one. Returns who has claimed with the card. */
export const takeCardCase = statement<{ uid: string }, ShownCard>(
  'machine_card.take_case',
  `update machine_card_use set shown_at = now() where ${IS_USED} and uid <> $uid and shown_at is null returning uid`,
)

export const insertCardCase = statement<never, { machine: string; uid: string }>(
  'machine_card.insert_case',
  `insert into machine_card_case (machine, uid) values ($machine, $uid)
   on conflict (machine) do update set uid = excluded.uid, at = excluded.at`,
)

export interface CardCase {
  readonly machine: string
  readonly line: string
  readonly sn: string
  /** who has shown the used card */
  readonly claimant: string
  /** who has claimed with it; null: a deleted account */
  readonly usedBy: string | null
  /** unix seconds */
  readonly since: number
}

const CASE = `c.machine, m.line, m.sn, c.uid as claimant, ${epochSeconds('c.at')} as since`

export const findCardCase = statement<CardCase, { machine: string }>(
  'machine_card.find_case',
  `select ${CASE}, (select u.uid from machine_card_use u where u.machine = $machine) as "usedBy"
     from machine_card_case c join machine m on m.id = c.machine where c.machine = $machine and m.id = $machine`,
)

/** Oldest first. */
export const listCardCases = statement<CardCase, { limit: number }>(
  'machine_card.list_cases',
  `select ${CASE}, u.uid as "usedBy"
     from machine_card_case c join machine m on m.id = c.machine left join machine_card_use u on u.machine = c.machine
    order by c.at limit $limit`,
  { scope: 'every shard', because: 'operator' },
)

/** One that an account owns keeps its owner, whose release gives a card. The card for one of a workshop counts once the workshop has ended. */
const IS_OF_NO_ACCOUNT = `not exists (select 1 from machine_role o
      where o.machine = $machine and o.role = 'owner' and o.ownership = machine.ownership)`

/** A machine without display. */
export const findForCard = statement<{ sn: string; line: string }, { machine: string }>(
  'machine.find_for_card',
  `select sn, line from machine where id = $machine and by_card and ${IS_OF_NO_ACCOUNT}`,
)

/** For the next claim. */
export const renewCard = statement<never, { machine: string; card: Buffer }>(
  'machine.renew_card',
  `update machine set card_hash = $card where id = $machine and ${IS_OF_NO_ACCOUNT}`,
)
