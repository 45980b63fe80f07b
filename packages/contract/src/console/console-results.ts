/** What the calls of the console answer. Times are unix seconds. Data of a person is masked unless the call reveals it (S-173). */
import type { ConsoleCallName } from './console-calls.ts'

export interface FoundAccount {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  /** masked */
  readonly email: string
  readonly account: string | null
  readonly userName: string
  readonly nickname: string
  readonly country: string
  readonly createdAt: number
}

export interface Hit {
  readonly kind:
    | 'account'
    | 'erased account'
    | 'session'
    | 'request'
    | 'certificate'
    | 'code'
    | 'machine'
    | 'app'
  /** names it in other calls; of a code its batch and number */
  readonly key: string
  /** what was found: `address`, `similar address`, `nickname` … or the kind */
  readonly by: string
  readonly account: FoundAccount | null
  readonly note: string | null
}

export interface Found {
  readonly hits: readonly Hit[]
  /** for the next page; null: there is none */
  readonly next: string | null
  /** whether addresses with a typo were searched; `missing`: the database cannot */
  readonly similar: string
}

/** Why a person cannot do something, or what speaks against a cause. */
export interface Fact {
  readonly about: 'login' | 'code' | 'redeem' | 'training' | 'machine' | 'account' | 'request'
  readonly code: string
  /** the person cannot do it while this holds */
  readonly blocks: boolean
  readonly since: number | null
  /** when it ends by itself; null: it does not, or nobody knows */
  readonly until: number | null
  readonly text: Readonly<Record<'en' | 'zh', string>>
  /** the operation that takes it away, with what follows its words */
  readonly mend: { readonly operation: string; readonly arguments: readonly string[] } | null
}

export interface Explained {
  readonly account: Pick<FoundAccount, 'uid' | 'kind' | 'email' | 'account' | 'nickname'> | null
  readonly facts: readonly Fact[]
}

export interface ShownPerson {
  readonly uid: string
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  /** masked */
  readonly email: string
  /** masked; null: none that counts */
  readonly secondEmail: string | null
  readonly account: string | null
  readonly userName: string
  readonly nickname: string
  readonly country: string
  readonly lang: 'en' | 'zh'
  readonly createdAt: number
  readonly hasPassword: boolean
  readonly defaultPassword: boolean
  readonly banReason: string
  readonly bannedUntil: number | null
  readonly sessions: number
  readonly lastSignIn: {
    readonly at: number
    readonly method: string
    readonly place: string
    readonly application: string
  } | null
}

export interface RevealedPerson {
  readonly uid: string
  readonly email: string
  readonly secondEmail: string | null
  readonly country: string
  readonly region: string
  /** addresses of the live sessions */
  readonly addresses: readonly string[]
}

export interface PersonSession {
  readonly session: string
  /** its network; null: not known */
  readonly network: string | null
  readonly place: string
  readonly application: string
  readonly platform: string
  readonly firstLogin: number
  readonly lastSeen: number
}

export interface PersonFactors {
  readonly uid: string
  readonly totp: { readonly since: number; readonly lastUsed: number | null } | null
  readonly recoveryCodes: number
  readonly rememberedBrowsers: number
  readonly required: boolean
  readonly removalAt: number | null
}

export interface PersonLimit {
  readonly kind: string
  readonly counts: string
  readonly used: number
  /** refuses from this count on; null: never */
  readonly limit: number | null
  readonly until: number | null
}

export interface OperatorAct {
  readonly at: number
  readonly event: string
  readonly operator: string
  readonly operatorSource: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

export interface ShownMail {
  readonly id: string
  readonly at: number
  readonly changedAt: number
  readonly status: string
  readonly template: string
  readonly domain: string
  readonly requestId: string | null
  readonly attempts: number
  readonly reply: number | null
  readonly code: string | null
  readonly fault: string | null
}

export interface SuppressedAddress {
  readonly id: string
  readonly domain: string
  readonly since: number
  readonly lastBounceAt: number
  readonly code: string | null
}

export interface FoundCertificate {
  readonly uid: string | null
  readonly number: string
  readonly course: string
  readonly issuedAt: number
  readonly revokedAt: number | null
}

export interface CodeOwner {
  readonly batch: string
  readonly benefit: string
  readonly nameEn: string
  readonly nameZh: string
  readonly number: number
  readonly status: string
  readonly redeemedAt: number | null
  readonly uid: string | null
}

export interface CodeBatch {
  readonly batch: string
  readonly benefit: string
  readonly nameEn: string
  readonly nameZh: string
  readonly origin: 'created' | 'imported'
  readonly count: number
  readonly redeemed: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly operator: string
  readonly confirmedBy: string | null
  readonly createdAt: number
}

export interface ShownBenefit {
  readonly id: string
  readonly nameEn: string
  readonly nameZh: string
  readonly days: number
  readonly apps: readonly string[]
  readonly createdAt: number
  readonly retiredAt: number | null
}

export interface PersonRedemption {
  readonly id: string
  readonly benefit: string
  readonly nameEn: string
  readonly nameZh: string
  readonly at: number
  readonly expiresAt: number | null
}

export interface ShownMachine {
  readonly id: string | null
  readonly sn: string
  readonly line: string
  readonly generation: number | null
  readonly distrusted: boolean
  readonly owner: string | null
  readonly workshop: { readonly id: string; readonly name: string } | null
  readonly ownerSince: number | null
  readonly people: number
}

/** A machine that a person has a role on, reaches by a workshop, was invited to or has asked for. */
export interface PersonMachine {
  readonly machine: string
  readonly name: string
  readonly line: string
  /** the last characters */
  readonly sn: string
  readonly through: 'role' | 'workshop' | 'invitation' | 'request'
  /** on the machine; `admin` and `member`: of the workshop that owns it; null: a request */
  readonly role: 'owner' | 'manager' | 'operator' | 'admin' | 'member' | null
  readonly workshop: { readonly id: string; readonly name: string } | null
  readonly since: number
  readonly until: number | null
  /** what hinders the person; empty: nothing */
  readonly facts: readonly Fact[]
}

export interface MachineCase {
  readonly machine: string
  readonly line: string
  readonly sn: string
  readonly claimant: string
  readonly state: string
  readonly since: number
}

export type Texts = Readonly<Partial<Record<'en' | 'zh', { readonly title: string; readonly body: string }>>>

export interface ListedMessage {
  readonly id: string
  readonly audience: string
  readonly category: string
  readonly app: string
  readonly texts: Texts
  readonly sender: string
  readonly from: number
  readonly until: number | null
  readonly revoked: number | null
}

export interface ListedAnnouncement {
  readonly id: string
  readonly texts: Texts
  readonly link: string | null
  readonly picture: string | null
  readonly from: number
  readonly until: number | null
  readonly revoked: number | null
}

/** Of a message or announcement; `id` null: it was a preview. */
export interface WrittenMessage {
  readonly id: string | null
  readonly texts: Texts
  readonly link: string | null
  readonly picture: string | null
  /** null: at once */
  readonly from: number | null
  readonly until: number | null
  /** people whom it reaches; null: every visitor */
  readonly people: number | null
}

export interface ShownApp {
  readonly clientId: string
  readonly code: string
  readonly name: string
  readonly type: string
  readonly party: string
  readonly note: string
  readonly origins: readonly string[]
  readonly redirectUris: readonly string[]
  readonly createdAt: number
}

export interface ShownWebhook {
  readonly clientId: string
  readonly code: string
  readonly url: string
  readonly form: string
  readonly createdAt: number
  readonly toldAt: number | null
  readonly failures: number
  readonly behind: number
  readonly failedEvents: number
}

export interface WebhookAnswer {
  /** HTTP status; null: no answer */
  readonly status: number | null
  readonly durationMs: number
  /** why there was no answer or none that counts; '' for a success */
  readonly cause: string
}

export interface WebhookAttempt extends WebhookAnswer {
  readonly deliveryId: string
  readonly type: string
  readonly events: number
  readonly attempt: number
  readonly at: number
}

export interface NetworkBan {
  readonly network: string
  readonly until: number | null
  readonly since: number
}

/** Whom a ban would reach. */
export interface NetworkReach {
  readonly network: string
  readonly addresses: number
  readonly sessions: number
  readonly people: number
}

export interface AuditRecord {
  readonly id: string
  readonly at: number
  readonly event: string
  readonly outcome: 'ok' | 'refused'
  readonly uid: string | null
  readonly operator: string | null
  readonly operatorSource: string | null
  readonly network: string | null
  readonly app: string | null
  readonly requestId: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

export interface ShownRequest {
  readonly request: string
  readonly outcome: readonly string[]
  readonly events: readonly AuditRecord[]
}

export interface Series {
  readonly name: string
  readonly total: number
  readonly perDay: readonly number[]
}

export interface Today {
  readonly days: readonly string[]
  readonly signUps: Series
  readonly signIns: Series
  readonly signInsByMethod: readonly Series[]
  readonly signInsByBrand: readonly Series[]
  readonly codes: Series
  readonly redemptions: Series
  readonly trainings: Series
  readonly failures: readonly Series[]
}

export interface ShownApproval {
  readonly id: string
  readonly operation: string
  readonly summary: string
  readonly reason: string
  readonly requestedBy: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly state: 'pending' | 'approved' | 'rejected' | 'used' | 'expired'
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly note: string | null
  /** it waits with details, which an operator reads before approving */
  readonly hasDetails: boolean
}

export interface ShownOperator {
  readonly name: string
  readonly roles: readonly string[]
  readonly passkeys: number
  readonly hasCompanyLogin: boolean
  readonly invitedBy: string
  /** the owner who vouches for the operator; null: none but who let the operator in */
  readonly confirmedBy: string | null
  readonly createdAt: number
  readonly removedAt: number | null
}

export interface OfPerson {
  readonly uid: string
}
export interface Identified {
  readonly id: string
}
export interface StatusChange extends OfPerson {
  readonly status: string
  readonly before: string
  readonly sessionsEnded: number
  readonly bannedUntil: number | null
  /** the ban that was lifted; null: none was */
  readonly lifted: { readonly until: number | null; readonly reason: string } | null
}

export interface MergePreview {
  /** the account that is closed */
  readonly from: string
  /** the account that stays */
  readonly into: string
  /** how many rows of each kind move */
  readonly moves: Readonly<
    Record<
      'redemptions' | 'lessons' | 'certificates' | 'messages' | 'readMarks' | 'machines' | 'workshops',
      number
    >
  >
  /** what ends with the account that is closed */
  readonly ends: readonly string[]
  /** the same in both languages */
  readonly endings: readonly Readonly<Record<'en' | 'zh', string>>[]
  /** why the accounts cannot be merged; empty: they can */
  readonly blocked: readonly string[]
  /** the same in both languages */
  readonly obstacles: readonly Readonly<Record<'en' | 'zh', string>>[]
}

export interface ConsoleResults extends Readonly<Record<ConsoleCallName, unknown>> {
  find: Found
  explain: Explained
  'user show': ShownPerson
  'user reveal': RevealedPerson
  'user sessions': readonly PersonSession[]
  'user factors': PersonFactors
  'user machines': readonly PersonMachine[]
  'user history': readonly OperatorAct[]
  'user limits show': readonly PersonLimit[]
  'user limits lift': OfPerson & { readonly lifted: number }
  /** `to`: masked. `stoppable`: the present mailbox can stop it */
  'user change-email': OfPerson & {
    readonly to: string
    readonly readyAt: number
    readonly stoppable: boolean
  }
  'user keep-email': OfPerson
  /** `email`: masked */
  'user restore': OfPerson & {
    readonly email: string
    readonly addressRestored: boolean
    readonly sessionsEnded: number
    readonly passkeys: number
    readonly socialAccounts: number
    readonly secondFactor: boolean
    readonly consents: number
  }
  'user merge-preview': MergePreview
  'user merge': Omit<MergePreview, 'ends' | 'endings' | 'blocked' | 'obstacles'> & {
    readonly readyAt: number
  }
  'user keep-accounts': OfPerson
  'user unlock': OfPerson & { readonly lifted: number; readonly logins: number }
  'user note': OfPerson
  'user session end': OfPerson & { readonly ended: number }
  'user reset-factor': OfPerson & { readonly removed: boolean; readonly sessionsEnded: number }
  'user restrict': StatusChange
  'user unrestrict': StatusChange
  'user ban': StatusChange
  'user unban': StatusChange
  'mail list': readonly ShownMail[]
  'mail suppressions': readonly SuppressedAddress[]
  'mail lift': Identified
  'mail resend': Identified
  'certificate find': readonly FoundCertificate[]
  'certificate revoke': { readonly number: string }
  'certificate restore': { readonly number: string }
  'certificate resend': { readonly number: string }
  'training credit': OfPerson & { readonly lessons: number }
  'redemption list': readonly PersonRedemption[]
  'redemption undo': OfPerson & { readonly benefit: string }
  'redemption move': OfPerson & { readonly to: string; readonly benefit: string }
  'codes show': CodeOwner
  'codes list': readonly CodeBatch[]
  /** the codes are in this answer only */
  'codes create': { readonly batch: string; readonly codes: readonly string[] }
  'codes revoke': { readonly revoked: number }
  'benefit list': readonly ShownBenefit[]
  /** `id`: of the redemption */
  'benefit give': OfPerson & {
    readonly id: string
    readonly benefit: string
    readonly expiresAt: number | null
  }
  'benefit take': OfPerson & { readonly benefit: string; readonly endedAt: number }
  'machine show': ShownMachine
  'machine requests': readonly MachineCase[]
  'message list': readonly ListedMessage[]
  'message send': WrittenMessage
  'message readers': Identified & { readonly audience: number; readonly readers: number }
  'message recall': Identified
  'message revoke': Identified
  'announcement list': readonly ListedAnnouncement[]
  'announcement publish': WrittenMessage
  'announcement recall': Identified
  'announcement revoke': Identified
  'app list': readonly ShownApp[]
  'app show': ShownApp
  'webhook list': readonly ShownWebhook[]
  'webhook deliveries': readonly WebhookAttempt[]
  'webhook test': WebhookAnswer
  'ip list': readonly NetworkBan[]
  /** with `preview` whom it would reach, else the ban. `replaced`: of an earlier one that had not ended */
  'ip ban': NetworkReach | (NetworkBan & { readonly replaced: boolean })
  /** `until`: of the ban that was lifted */
  'ip unban': Pick<NetworkBan, 'network' | 'until'>
  audit: readonly AuditRecord[]
  request: ShownRequest
  stats: Today
  'approval list': readonly ShownApproval[]
  /** `details`: null once it is decided, and for other roles than that of the act */
  'approval show': ShownApproval & { readonly details: string | null }
  'approval approve': ShownApproval
  'approval reject': ShownApproval
  'operator list': readonly ShownOperator[]
  'operator confirm': { readonly name: string }
}
