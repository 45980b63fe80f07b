/** Messages and mails about machines, in the transaction of the change. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import * as m from '@kerf/locales/messages'
import { findAccount } from '../../identity/index.ts'
import { publishMessage } from '../../messaging/index.ts'
import { type MailDependencies, notifyOwner } from '../../outbound/mail/notify-owner.ts'
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
} as const

const SENDER = 'kerf'
const SN_END_LENGTH = 6

/** Enough to compare with the label. */
export const serialNumberEnd = (sn: string): string => sn.slice(-SN_END_LENGTH)

/** How texts name a machine. */
export const machineLabel = ({ name, line, sn }: { name: string; line: string; sn: string }): string =>
  name || `${line} …${serialNumberEnd(sn)}`

/** Who acts on a machine: a person, or an operator. */
export type MachineActor = Caller | { readonly operator: string }

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
  await publishMessage(
    tx,
    {
      audience: { kind: 'uid', uid },
      texts: { en: textIn('en'), zh: textIn('zh') },
      category: about === 'joined' || about === 'waiting' ? 'device' : 'system',
      app: DEFAULT_BRAND,
      link: null,
      picture: null,
      from: null,
      until: null,
      sender: SENDER,
    },
    'operator' in actor ? actor : auditContext(actor),
  )
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
    readonly machine: string
  },
): Promise<void> {
  const [account] = await findAccount(tx, { uid })
  if (!account) return
  const { email, lang } = account
  // A new owner learns nothing of the former one, and the former one not where the new one is.
  const seen =
    'operator' in actor ? BY_AN_OPERATOR : uid === by ? actor : { ...actor, ip: '', userAgent: undefined }
  await notifyOwner(tx, mail, { uid, email, lang }, seen, content, { withLink: uid === by })
}
