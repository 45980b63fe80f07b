/** What each call of the console does: the operation of the same name, with the data of people masked (S-173). */
import type { ConsoleCallName, ParsedConsoleInput } from '@kerf/contract/console/console-calls'
import type { ConsoleResults } from '@kerf/contract/console/console-results'
import { MANY_CODES_ABOVE } from '@kerf/contract/console/console-session'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { auditNetwork } from '../../platform/limits/ip-address.ts'
import { changeMailbox, keepMailbox } from '../account/change-mailbox.ts'
import { keepAccounts, mergeAccounts, previewMerge } from '../account/merge/merge-accounts.ts'
import { restoreAccount } from '../account/restore-account.ts'
import { revealUser } from '../account/reveal-user.ts'
import { type StatusChange, setStatus } from '../account/set-status.ts'
import { showUser } from '../account/show-user.ts'
import { resetUserFactor, showUserFactors } from '../account/user-factors.ts'
import { addUserNote, listUserHistory } from '../account/user-history.ts'
import { liftUserLimits, showUserLimits, unlockUser } from '../account/user-limits.ts'
import { endUserSession, listUserSessions } from '../account/user-sessions.ts'
import { listApps, showApp } from '../app/apps.ts'
import { listDeliveries, testWebhook } from '../app/webhook-deliveries.ts'
import { listWebhooks } from '../app/webhooks.ts'
import {
  findCertificates,
  resendCertificate,
  restoreCertificate,
  revokeCertificate,
} from '../certificate/certificates.ts'
import { creditCourse } from '../certificate/credit-course.ts'
import { explain } from '../explain/explain.ts'
import { find } from '../find/find.ts'
import { maskAddress } from '../input/mask-address.ts'
import { listMachineRequests, showOwnedMachine } from '../machine/owned-machines.ts'
import { listPersonMachines } from '../machine/person-machines.ts'
import { liftMailSuppression, listMails, listSuppressions, resendMail } from '../mail/mails.ts'
import {
  listAnnouncements,
  prepareAnnouncement,
  publishAnnouncement,
  recallAnnouncement,
  revokeAnnouncement,
} from '../message/announcements.ts'
import { showMessageReaders } from '../message/message-readers.ts'
import {
  countAudience,
  listSentMessages,
  prepareMessage,
  recallMessage,
  revokeMessage,
  sendMessage,
} from '../message/messages.ts'
import { banNetwork, listNetworkBans, previewNetworkBan, unbanNetwork } from '../network/network-bans.ts'
import { decideApproval, listApprovals, showApproval } from '../operator/approvals.ts'
import { assertReasonOfMany } from '../operator/authorize-operation.ts'
import { confirmOperator, listOperators } from '../operator/operators.ts'
import { listBenefits } from '../redemption/benefits.ts'
import { createCodes } from '../redemption/code-batches.ts'
import { listBatches, revokeBatch } from '../redemption/list-and-revoke-codes.ts'
import {
  giveBenefit,
  listUserRedemptions,
  moveRedemption,
  takeBenefit,
  undoRedemption,
} from '../redemption/redemptions.ts'
import { showCode } from '../redemption/show-code.ts'
import { searchAudit } from '../report/search-audit.ts'
import { showRequest } from '../report/show-request.ts'
import { gatherStats } from '../report/stats.ts'

export interface ConsoleTarget {
  /** as the owner of the database */
  readonly db: Database
  readonly config: Config
  readonly keys: Keys
}

/** Who calls, and why. */
export interface ConsoleCaller {
  readonly operator: string
  readonly reason: string | undefined
}

type Run<N extends ConsoleCallName> = (
  target: ConsoleTarget,
  input: ParsedConsoleInput<N>,
  caller: ConsoleCaller,
) => Promise<ConsoleResults[N]>

const APPROVALS_MAX = 200
const HISTORY_MAX = 200
const toDate = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text)

const changeStatus =
  (change: StatusChange) =>
  ({ db }: ConsoleTarget, { who }: { readonly who: string }, { operator }: ConsoleCaller) =>
    setStatus(db, { who, change, operator })

interface Content {
  readonly titleEn?: string | undefined
  readonly titleZh?: string | undefined
  readonly bodyEn?: string | undefined
  readonly bodyZh?: string | undefined
  readonly link?: string | undefined
  readonly picture?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** What reaches many is held for some minutes, in which it can be recalled. */
const toDraft = (input: Content) => ({
  title: { en: input.titleEn || undefined, zh: input.titleZh || undefined },
  body: { en: input.bodyEn || undefined, zh: input.bodyZh || undefined },
  link: input.link || undefined,
  picture: input.picture || undefined,
  from: toDate(input.from) ?? null,
  until: toDate(input.until) ?? null,
  hold: true,
})
const unixSeconds = (date: Date | null): number | null => date && Math.floor(date.getTime() / 1_000)

export const CONSOLE_RUNS: { readonly [N in ConsoleCallName]: Run<N> } = {
  find: (target, { query, after }, { operator }) =>
    find(target, { query, after: after || undefined }, operator),
  explain: (target, { who, about }, { operator }) =>
    explain(target, { who, ...(about && { about }) }, operator),
  async 'user show'({ db }, { who }, { operator }) {
    const { email, region: _, ...user } = await showUser(db, who, operator)
    return { ...user, email: maskAddress(email) }
  },
  'user reveal': ({ db }, { who }, { operator }) => revealUser(db, who, operator),
  async 'user sessions'({ db }, { who }, { operator }) {
    const { sessions } = await listUserSessions(db, who, operator)
    return sessions.map(({ ip, ...session }) => ({
      ...session,
      network: ip === '' ? null : auditNetwork(ip),
    }))
  },
  'user factors': ({ db }, { who }, { operator }) => showUserFactors(db, who, operator),
  async 'user machines'({ db }, { who }, { operator }) {
    return (await listPersonMachines(db, who, operator)).machines
  },
  async 'user history'({ db }, { who }, { operator }) {
    return (await listUserHistory(db, { who, reads: false, limit: HISTORY_MAX, operator })).acts
  },
  'user limits show': (target, { who }, { operator }) => showUserLimits(target, who, operator),
  'user limits lift': ({ db }, { who }, { operator }) => liftUserLimits(db, who, operator),
  'user change-email': (target, { who, to, evidence }, { operator }) =>
    changeMailbox(target, { who, to, evidence, operator }),
  'user keep-email': (target, { who }, { operator }) => keepMailbox(target, who, operator),
  'user restore': (target, { who, since, evidence }, { operator }) =>
    restoreAccount(target, { who, since: new Date(since), evidence, operator }),
  'user merge-preview': ({ db }, { who, into }, { operator }) =>
    previewMerge(db, { from: who, into, operator }),
  'user merge': (target, { who, into, address, evidence }, { operator }) =>
    mergeAccounts(target, { from: who, into, address, evidence, operator }),
  'user keep-accounts': (target, { who }, { operator }) => keepAccounts(target, who, operator),
  'user unlock': (target, { who }, { operator }) => unlockUser(target, who, operator),
  'user note': ({ db }, { who, note }, { operator }) => addUserNote(db, { who, note, operator }),
  'user session end': (target, { who, session }, { operator }) =>
    endUserSession(target, { who, handle: session, operator }),
  'user reset-factor': (target, { who }, { operator, reason = '' }) =>
    resetUserFactor(target, { who, reason, operator }),
  'user restrict': changeStatus('restrict'),
  'user unrestrict': changeStatus('unrestrict'),
  'user ban': ({ db }, { who, until }, { operator, reason }) =>
    setStatus(db, { who, change: 'ban', reason, until: toDate(until), operator }),
  'user unban': changeStatus('unban'),
  'mail list': (target, { who, request, limit }, { operator }) =>
    listMails(target, { who, request: request || undefined, limit }, operator),
  'mail suppressions': ({ db }, { limit }, { operator }) => listSuppressions(db, { limit }, operator),
  'mail lift': (target, { id }, { operator }) => liftMailSuppression(target, id, operator),
  'mail resend': ({ db }, { id }, { operator }) => resendMail(db, id, operator),
  'certificate find': ({ db }, { what }, { operator }) => findCertificates(db, what, operator),
  'certificate revoke': ({ db }, { number }, { operator }) => revokeCertificate(db, number, operator),
  'certificate restore': ({ db }, { number }, { operator }) => restoreCertificate(db, number, operator),
  'certificate resend': (target, { number }, { operator }) => resendCertificate(target, number, operator),
  'training credit': (target, { who, course, evidence }, { operator }) =>
    creditCourse(target, { who, course, evidence, operator }),
  async 'redemption list'({ db }, { who }, { operator }) {
    return (await listUserRedemptions(db, who, operator)).redemptions
  },
  'redemption undo': (target, { who, id, code }, { operator }) =>
    undoRedemption(target, { who, id, code, operator }),
  'redemption move': (target, { who, id, to }, { operator }) =>
    moveRedemption(target, { who, id, to, operator }),
  'codes show': ({ db, keys }, { code }, { operator }) => showCode(db, keys, code, operator),
  'codes list': ({ db }, { benefit }, { operator }) => listBatches(db, benefit, operator),
  async 'codes create'({ db, keys }, { benefit, count, expires }, { operator }) {
    if (count > MANY_CODES_ABOVE) assertReasonOfMany('codes create')
    return createCodes(db, keys, { benefit, count, expires, operator })
  },
  async 'codes revoke'({ db }, { batch }, { operator }) {
    assertReasonOfMany('codes revoke')
    return revokeBatch(db, batch, operator)
  },
  'benefit list': ({ db }, _, { operator }) => listBenefits(db, operator),
  'benefit give': (target, { who, benefit, days }, { operator }) =>
    giveBenefit(target, { who, benefit, days, operator }),
  'benefit take': (target, { who, id }, { operator }) => takeBenefit(target, { who, id, operator }),
  'machine show': ({ db, keys }, { machine }, { operator }) => showOwnedMachine(db, keys, machine, operator),
  'machine requests': ({ db }, _, { operator }) => listMachineRequests(db, operator),
  'message list': ({ db }, { who, limit }, { operator }) => listSentMessages(db, { who, limit, operator }),
  async 'message send'({ db, config }, { preview, audience, category, ...content }, { operator }) {
    const order = { ...toDraft(content), audience, category, operator }
    const prepared = await prepareMessage(db, order, config)
    const people = await countAudience(db, prepared.audience)
    const { texts, link, picture, from } = prepared
    if (preview)
      return {
        id: null,
        texts,
        link,
        picture,
        from: unixSeconds(from),
        until: unixSeconds(order.until),
        people,
      }
    if (prepared.audience.kind !== 'uid') assertReasonOfMany('message send')
    return { ...(await sendMessage(db, order, config)), people }
  },
  'message readers': ({ db }, { id }, { operator }) => showMessageReaders(db, { id }, operator),
  'message recall': ({ db }, { id }, { operator }) => recallMessage(db, id, operator),
  'message revoke': ({ db }, { id }, { operator }) => revokeMessage(db, id, operator),
  'announcement list': ({ db }, { limit }) => listAnnouncements(db, limit),
  async 'announcement publish'({ db, config }, { preview, ...content }, { operator }) {
    const order = { ...toDraft(content), operator }
    if (!preview) {
      assertReasonOfMany('announcement publish')
      return { ...(await publishAnnouncement(db, order, config)), people: null }
    }
    const { texts, link, picture, from } = await prepareAnnouncement(db, order, config)
    const times = { from: unixSeconds(from), until: unixSeconds(order.until) }
    return { id: null, texts, link, picture, ...times, people: null }
  },
  'announcement recall': ({ db }, { id }, { operator }) => recallAnnouncement(db, id, operator),
  'announcement revoke': ({ db }, { id }, { operator }) => revokeAnnouncement(db, id, operator),
  'app list': ({ db }, _, { operator }) => listApps(db, operator),
  'app show': ({ db }, { clientId }, { operator }) => showApp(db, clientId, operator),
  'webhook list': ({ db }, _, { operator }) => listWebhooks(db, operator),
  'webhook deliveries': ({ db }, { clientId, failed, limit }, { operator }) =>
    listDeliveries(db, { clientId, failedOnly: failed, limit }, operator),
  'webhook test': ({ db, keys, config }, { clientId }, { operator }) =>
    testWebhook(db, keys, { clientId, networks: config, operator }),
  'ip list': ({ db }, _, { operator }) => listNetworkBans(db, operator),
  async 'ip ban'({ db }, { network, until, preview }, { operator }) {
    if (preview) return previewNetworkBan(db, network)
    assertReasonOfMany('ip ban')
    return banNetwork(db, { network, until: toDate(until) ?? null, operator })
  },
  'ip unban': ({ db }, { network }, { operator }) => unbanNetwork(db, network, operator),
  audit: ({ db }, { since, until, event, operator: by, request, network, before, ...filter }, { operator }) =>
    searchAudit(
      db,
      {
        ...filter,
        event: event || undefined,
        operator: by || undefined,
        request: request || undefined,
        network: network || undefined,
        before: before || undefined,
        since: toDate(since),
        until: toDate(until),
      },
      operator,
    ),
  request: ({ db }, { id }, { operator }) => showRequest(db, id, operator),
  stats: ({ db, config }, { days }) => gatherStats(db, days, { geoDatabase: config.geoDatabase }),
  'approval list': ({ db }, { all }, { operator }) =>
    listApprovals(db, { pendingOnly: !all, limit: APPROVALS_MAX }, operator),
  'approval show': ({ db }, { id }, { operator }) => showApproval(db, id, operator),
  'approval approve': ({ db }, { id }, { operator, reason }) =>
    decideApproval(db, { id, approve: true, note: reason, operator }),
  'approval reject': ({ db }, { id }, { operator, reason }) =>
    decideApproval(db, { id, approve: false, note: reason, operator }),
  'operator list': ({ db }, _, { operator }) => listOperators(db, operator),
  'operator confirm': ({ db }, { name }, { operator }) => confirmOperator(db, { name, operator }),
}
