/** Mails that notify the owner of a change of the account, with a link that reports "this was not me" (S-019). */
import type { Language } from '@kerf/contract/language'
import * as v from 'valibot'
import type { Caller } from '../../platform/audit/caller.ts'
import { clientLabels } from '../../platform/audit/client-labels.ts'
import { parseMailbox } from '../../platform/config/parse-mailbox.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { encryptJson } from '../../platform/keys/encryption.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type AwaitedBy, queueMail } from './queue-mail.ts'
import { findSecondMailbox } from './second-mailbox-store.ts'
import type { OwnerContent } from './templates/mail-content.ts'

export type MailDependencies = Pick<PlatformServices, 'keys' | 'clock' | 'placeOf'>

export interface Owner {
  readonly uid: string
  readonly email: string
  readonly lang: Language
}

/** Encryption context of the link. */
export const NOT_ME_CONTEXT = 'not-me'
/** Characters of a link that `describeNotMe` and `reportNotMe` of the contract accept. */
const LINK_MAX = 512
const APPLICATION_MAX = 48

export const NotMe = v.object({
  uid: v.string(),
  /** unix seconds */
  at: v.number(),
  /** `mailboxHash` of the receiver; missing in mails of an earlier version */
  to: v.optional(v.string()),
  /** the mail says that the account has left this address: the link restores it */
  restores: v.optional(v.string()),
  /** id of a change of a lost mailbox: the link stops it */
  stops: v.optional(v.string()),
  // The event as the mail names it; missing in mails of an earlier version.
  template: v.optional(v.string()),
  /** label of the browser or app, from `clientLabels` */
  application: v.optional(v.string()),
  /** stored form, input of `placeName` */
  place: v.optional(v.string()),
})
export type NotMe = v.InferOutput<typeof NotMe>
type MailedEvent = Pick<NotMe, 'template' | 'application' | 'place'>

export const mailboxHash = (email: string): string =>
  sha256(parseMailbox(email)?.canonical ?? email).toString('base64url')

/**
 * base64url. It is sent in the URL fragment, which servers and logs do not see. A long address that it restores leaves no room for the
 * event.
 */
export function notMeLink(
  key: Buffer,
  about: Omit<NotMe, keyof MailedEvent>,
  event: MailedEvent = {},
): string {
  const encode = (notMe: NotMe): string => encryptJson(key, notMe, NOT_ME_CONTEXT).toString('base64url')
  const link = encode({ ...about, ...event, application: event.application?.slice(0, APPLICATION_MAX) })
  return link.length <= LINK_MAX ? link : encode(about)
}

type WithoutContext<T> = T extends unknown
  ? Omit<T, 'at' | 'place' | 'application' | 'platform' | 'timeZone' | 'notMe'>
  : never
export type OwnerMail = WithoutContext<OwnerContent>

export interface OwnerMailOptions {
  /** another mailbox than the owner's current one, for example a new one */
  readonly to?: string
  /** false: the receiver may be a stranger, who must not end the owner's sessions */
  readonly withLink?: boolean
  /** the link restores this address, which must be the receiver */
  readonly restores?: string | undefined
  /** the link stops this change of a lost mailbox */
  readonly stops?: string
  /** unix seconds after which it is dropped unsent */
  readonly notAfter?: number
  readonly awaitedBy?: AwaitedBy
}

/** Who caused a mail. Without a user agent, the mail names no device. */
type MailCaller = Pick<Caller, 'ip' | 'timeZone'> & {
  readonly app: Pick<Caller['app'], 'brand'> & Partial<Caller['app']>
  readonly userAgent?: string | undefined
  readonly requestId?: string
}

/** The device as the owner is told of it; undefined where the caller has none. */
export const deviceOf = ({ userAgent, app }: MailCaller) =>
  userAgent === undefined
    ? undefined
    : clientLabels({
        userAgent,
        appPlatform: app.platform ?? '',
        appCode: app.code ?? '',
        appVersion: app.version ?? '',
      })

/** Mails the owner, and the second mailbox of the account as well. Codes of a login go to the first one only. */
export async function notifyOwner(
  on: Queryable,
  { keys, clock, placeOf }: MailDependencies,
  owner: Owner,
  caller: MailCaller,
  what: OwnerMail,
  { to, withLink = true, restores, stops, notAfter, awaitedBy }: OwnerMailOptions = {},
): Promise<void> {
  const at = Math.floor((await clock.now()) / 1_000)
  const { uid, lang } = owner
  const place = await placeOf(caller.ip)
  const device = deviceOf(caller)
  const event = {
    template: what.template,
    application: device?.application || undefined,
    place: place || undefined,
  }
  const send = (mailbox: string, restored: string | undefined, options: Parameters<typeof queueMail>[3]) => {
    const receiver = restored === undefined ? { to: mailboxHash(mailbox) } : { restores: restored }
    const notMe = withLink
      ? notMeLink(keys.link, { uid, at, ...receiver, ...(stops !== undefined && { stops }) }, event)
      : ''
    const about = { ...device, at, place, timeZone: caller.timeZone, notMe }
    const content = { ...what, ...about } as OwnerContent
    const mail = { to: mailbox, lang, brand: caller.app.brand, content, uid, requestId: caller.requestId }
    return queueMail(on, keys.mail, mail, options)
  }
  await send(to ?? owner.email, restores, { notAfter, awaitedBy })
  if (to !== undefined || what.template === 'login_code') return
  const [second] = await findSecondMailbox(on, { uid, at: new Date(at * 1_000) })
  if (second) await send(second.email, undefined, { notAfter })
}
