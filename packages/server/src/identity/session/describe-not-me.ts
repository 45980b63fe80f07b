/**
 * What the link "this was not me" of a security mail is about, so that its reader can judge whether it was them, and what it still does.
 * Changes nothing: mail scanners open links.
 */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { describeNotMe as endpoint } from '@kerf/contract/endpoints/session'
import { eventName } from '../../outbound/mail/templates/event-name.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { placeName } from '../../platform/geo/place-name.ts'
import { findAccount } from '../account/credential-store.ts'
import { maskEmail } from '../account/email-address.ts'
import { isOwnMailbox, type NotMeDependencies, readLink } from './not-me.ts'

export interface DescribeNotMeDependencies
  extends Pick<NotMeDependencies, 'db' | 'clock' | 'linkKey' | 'secondEmail' | 'restoreEmail'> {
  /** how long after its mail a link removes additions and restores an address */
  readonly newSeconds: number
}

export function createDescribeNotMe({
  db,
  clock,
  linkKey,
  restoreEmail,
  secondEmail,
  newSeconds,
}: DescribeNotMeDependencies) {
  /** Throws `expired`, as the use of the link does. */
  return async function describeNotMe(
    link: string,
    { lang }: Pick<Caller, 'lang'>,
  ): Promise<OutputOf<typeof endpoint>> {
    const nowMs = await clock.now()
    const read = readLink(linkKey, link, nowMs)
    const { uid, at, to, restores, stops, template = '', application, place = '' } = read
    const [account] = await findAccount(db, { uid })
    if (!account) throw new ApiError('expired')
    const until = at + newSeconds
    const isNew = until >= nowMs / 1_000
    const isRestored =
      isNew && restores !== undefined && (await restoreEmail.canRestore(db, account, restores))
    const isOwn = isRestored || (await isOwnMailbox(db, secondEmail.isOwn, account, read))
    // In a mailbox that the account has left, a stranger may read: they do not learn its present address (S-147). A link of an earlier
    // version does not name its mailbox.
    const address = restores ?? (isOwn && to !== undefined ? account.email : undefined)
    return {
      at,
      event: eventName(template, lang),
      application,
      place: placeName(place, lang) || undefined,
      account: address === undefined ? undefined : maskEmail(address),
      stops: isOwn || stops !== undefined,
      removesUntil: isOwn && isNew ? until : undefined,
      restoresUntil: isRestored ? until : undefined,
    }
  }
}
