/** Messages and mails about machines, in the transaction of the change. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import * as m from '@kerf/locales/messages'
import { findAccount } from '../../identity/index.ts'
import { messageAccount } from '../../messaging/index.ts'
import { type MailDependencies, notifyOwner, type OwnerMail } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import type { Queryable } from '../../platform/db/database.ts'

const MESSAGES = {
  joined: m.machine_message_joined,
  waiting: m.machine_message_waiting,
  ended: m.machine_message_ended,
  transferred: m.machine_message_transferred,
  requested: m.machine_message_requested,
  denied: m.machine_message_denied,
  confirmed: m.machine_message_confirmed,
  shared: m.machine_message_shared,
  cardShown: m.machine_message_card_shown,
  cardUsed: m.machine_message_card_used,
} as const

const WORKSHOP_MESSAGES = {
  waiting: m.workshop_message_waiting,
  approved: m.workshop_message_approved,
  admin: m.workshop_message_admin,
  act: m.workshop_message_act,
  stopped: m.workshop_message_stopped,
  failed: m.workshop_message_failed,
  ended: m.workshop_message_ended,
  dissolved: m.workshop_message_dissolved,
} as const

const SN_END_LENGTH = 6

/** Enough to compare with the label. */
export const serialNumberEnd = (sn: string): string => sn.slice(-SN_END_LENGTH)

/** How texts name a machine. */
export const machineLabel = ({ name, line, sn }: { name: string; line: string; sn: string }): string =>
  name || `${line} …${serialNumberEnd(sn)}`

/** What a person has started, once it takes effect. */
export const BY_THE_SERVER = { operator: null } as const
/** Who acts on a machine: a person, an operator, or the server. */
export type MachineActor = Caller | { readonly operator: string | null }

const auditActor = (actor: MachineActor) => ('operator' in actor ? actor : auditContext(actor))

const BY_AN_OPERATOR = { ip: '', timeZone: '', app: { brand: DEFAULT_BRAND } } as const

/** A change of rights is a system message, which nobody can switch off. */
export async function sendMachineMessage(
  tx: Queryable,
  actor: MachineActor,
  {
    uid,
    about,
    machine,
    person = '',
  }: {
    readonly uid: string
    readonly about: keyof typeof MESSAGES
    /** `machineLabel` */
    readonly machine: string
    readonly person?: string
  },
): Promise<void> {
  const textIn = (locale: 'en' | 'zh') => ({
    title: MESSAGES[about]({ machine, person }, { locale }),
    body: m.machine_message_body({}, { locale }),
  })
  const category = about === 'joined' || about === 'waiting' ? 'device' : 'system'
  await messageAccount(tx, auditActor(actor), {
    uid,
    category,
    texts: { en: textIn('en'), zh: textIn('zh') },
  })
}

/** To a member, or to an admin about the workshop. */
export async function sendWorkshopMessage(
  tx: Queryable,
  actor: MachineActor,
  {
    uid,
    about,
    workshop,
    person = '',
  }: {
    readonly uid: string
    readonly about: keyof typeof WORKSHOP_MESSAGES
    /** its name */
    readonly workshop: string
    readonly person?: string
  },
): Promise<void> {
  const textIn = (locale: 'en' | 'zh') => ({
    title: WORKSHOP_MESSAGES[about]({ workshop, person }, { locale }),
    body: m.workshop_message_body({}, { locale }),
  })
  await messageAccount(tx, auditActor(actor), {
    uid,
    category: 'system',
    texts: { en: textIn('en'), zh: textIn('zh') },
  })
}

/** `by`: who acts. The place and the link "this was not me" stand in the mail to the acting owner only. */
export async function mailMachineOwner(
  tx: Queryable,
  mail: MailDependencies,
  actor: MachineActor,
  {
    uid,
    by,
    ...content
  }: {
    readonly uid: string
    readonly by: string
    readonly template:
      | 'machine_offered'
      | 'machine_transferred'
      | 'machine_released'
      | 'machine_requested'
      | 'machine_assigned'
      | 'machine_card_shown'
      | 'machine_card_used'
    readonly machine: string
    /** of a released machine without display */
    readonly card?: string
  },
): Promise<void> {
  await mailAdmin(tx, mail, actor, { uid, by, ...content })
}

/** To an admin of a workshop, or to the owner of a machine. */
export async function mailAdmin(
  tx: Queryable,
  mail: MailDependencies,
  actor: MachineActor,
  { uid, by, ...content }: OwnerMail & { readonly uid: string; readonly by: string },
): Promise<void> {
  const [account] = await findAccount(tx, { uid })
  if (!account) return
  const { email, lang } = account
  // A new owner learns nothing of the former one, and the former one not where the new one is.
  const seen =
    'operator' in actor ? BY_AN_OPERATOR : uid === by ? actor : { ...actor, ip: '', userAgent: undefined }
  await notifyOwner(tx, mail, { uid, email, lang }, seen, content, { withLink: uid === by })
}
