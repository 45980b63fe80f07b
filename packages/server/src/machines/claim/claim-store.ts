/** Table `machine_claim_start`, and the change of a machine's owner. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import { ENDED_OWNERSHIP, NEW_OWNER } from '../../tables/machine-ownership.ts'

/** Replaces earlier digits of the same account and serial number. */
export const storeClaimStart = statement<
  { expire: number },
  { hash: Buffer; digits: number; seconds: number }
>(
  'machine_claim.start',
  `insert into machine_claim_start (hash, digits, expires_at)
   values ($hash, $digits, now() + make_interval(secs => $seconds))
   on conflict (hash) do update set digits = excluded.digits, tries = 0, expires_at = excluded.expires_at
   returning ${epochSeconds('expires_at')} as expire`,
)

/** Uses up one try. No row: there are none left. */
export const useClaimTry = statement<{ digits: number }, { hash: Buffer; tries: number }>(
  'machine_claim.try',
  `update machine_claim_start set tries = tries + 1
    where hash = $hash and expires_at > now() and tries < $tries returning digits`,
)

/**
 * Decides a claim: no row if the machine has changed owners since `ownership` was read. `last_member`: number of the new owner.
 * `byCard`: whether a card proved it; null: nothing of the machine did.
 */
export const takeOwnership = statement<
  { ownership: string; rights: string; member: number },
  {
    machine: string
    ownership: string
    workshop: string | null
    resetNumber: number
    byCard: boolean | null
  }
>(
  'machine_claim.take',
  `update machine set ${NEW_OWNER}, workshop = $workshop, last_member = last_member + 1,
          reset_number = greatest(reset_number, $resetNumber), by_card = coalesce($byCard::boolean, by_card), card_hash = null
    where id = $machine and ownership = $ownership
   returning ownership, rights, last_member as member`,
)

const NOT_ASKED_FOR = `not exists (select 1 from machine_request q
          where q.machine = $machine and q.ownership = $ownership and q.denied_at is null)`

/**
 * Decides a transfer. No row: the offer was used, withdrawn or has expired, who made it is no admin any more, or the machine is lost or
 * asked for.
 */
export const takeByTransfer = statement<
  { ownership: string; rights: string; member: number },
  { machine: string; ownership: string; hash: Buffer; workshop: string | null }
>(
  'machine_claim.take_by_transfer',
  `update machine set ${NEW_OWNER}, workshop = $workshop, last_member = last_member + 1
    where id = $machine and ownership = $ownership and transfer_hash = $hash and transfer_until > now() and lost_at is null
      and (workshop is null or exists (select 1 from machine_role r where r.machine = $machine and r.role = 'admin'
                                          and r.ownership = $ownership and r.member = machine.transfer_by))
      and ${NOT_ASKED_FOR}
   returning ownership, rights, last_member as member`,
)

/** The owner gives it to a workshop. No row: it has another owner, or is lost or asked for. */
export const takeByGift = statement<
  { ownership: string; rights: string; member: number },
  { machine: string; ownership: string; workshop: string }
>(
  'machine_claim.take_by_gift',
  `update machine set ${NEW_OWNER}, workshop = $workshop, last_member = last_member + 1
    where id = $machine and ownership = $ownership and workshop is null and lost_at is null and ${NOT_ASKED_FOR}
   returning ownership, rights, last_member as member`,
)

/** Ends an ownership without a new owner. A machine without display gets a new card, whose hash is `card`; null: it has got one already. */
export const endOwnership = statement<
  { ownership: string; rights: string; byCard: boolean },
  { machine: string; ownership: string; card: Buffer | null }
>(
  'machine_claim.end',
  `update machine set ${ENDED_OWNERSHIP}, card_hash = case when by_card then coalesce($card::bytea, card_hash) end
    where id = $machine and ownership = $ownership returning ownership, rights, by_card as "byCard"`,
)

/** All roles, also the owner's. */
export const deleteRoles = statement<{ uid: string; session: string | null }, { machine: string }>(
  'machine_claim.delete_roles',
  'delete from machine_role where machine = $machine returning uid, session',
)

export const deleteInvitations = statement<never, { machine: string }>(
  'machine_claim.delete_invitations',
  'delete from machine_invitation where machine = $machine',
)

export const deleteBars = statement<never, { machine: string }>(
  'machine_claim.delete_bars',
  'delete from machine_bar where machine = $machine',
)

export const insertOwner = statement<
  never,
  { machine: string; uid: string; member: number; handle: string; ownership: string }
>(
  'machine_claim.insert_owner',
  `insert into machine_role (machine, uid, member, handle, role, ownership)
   values ($machine, $uid, $member, $handle, 'owner', $ownership::bigint)`,
)
