/**
 * Every operation of operators: who may do it and what it needs (S-171). The command line and the console enforce it, and
 * docs/commands.md is compared with it.
 */

/**
 * Roles of operators. Each includes `viewer`, which reads what concerns no person; `owner` includes all. Who is logged in to the
 * machine has all.
 */
export const OPERATOR_ROLES = ['viewer', 'support', 'publisher', 'benefits', 'security', 'owner'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export interface Undo {
  /** the operation; its input is found in the answer and the input of the act */
  readonly by: string
  /** field of the answer: unix seconds at which it is too late; absent: it is never too late */
  readonly until?: 'from' | 'readyAt'
  /** status of the account that it brings back; after another one it is not offered */
  readonly restores?: 'active' | 'restricted' | 'banned'
}

export interface Operation {
  /** `any`: every operator */
  readonly role: OperatorRole | 'any'
  /** `name`: a login uid or a token must prove the operator's name in production; `none`: works unattended */
  readonly proof: 'name' | 'none'
  /** the audit record keeps it; `of many`: required if the operation reaches many people or codes */
  readonly reason: 'required' | 'of many' | 'optional' | 'none'
  /** number of the support case, which the audit record keeps; optional wherever a reason may be given */
  readonly case?: 'required'
  /** when another operator must approve it in a session of their own */
  readonly second?: 'always' | { readonly aboveCodes: number }
  /** what it shows: data of a person, a secret */
  readonly reads?: 'person' | 'secret'
  /** changes what is there: the audit row says from what to what */
  readonly edits?: boolean
  /** what takes it back, so that nothing but records remains, and sessions that a ban has ended */
  readonly undo?: Undo
}

export const SECOND_OPERATOR_ABOVE_CODES = 10_000

type More = Omit<Operation, 'role' | 'proof' | 'reason'>
/** Reads and checks that work without anybody's name, as in a timer. */
const unattended = (role: Operation['role'], more: More = {}): Operation => ({
  ...{ role, proof: 'none', reason: 'none' },
  ...more,
})
const named = (
  role: Operation['role'],
  more: More & { readonly reason?: 'required' | 'of many' } = {},
): Operation => ({
  ...{ role, proof: 'name', reason: 'optional' },
  ...more,
})

/** An act on the account of a person: the person's history shows its case and its reason. */
const repair = (role: Operation['role'], more: More = {}): Operation =>
  named(role, { reason: 'required', case: 'required', edits: true, ...more })

const ABOVE_CODES = { aboveCodes: SECOND_OPERATOR_ABOVE_CODES }

/** By the words of the command. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  doctor: unattended('owner'),
  migrate: unattended('owner'),
  'upgrade check': unattended('owner'),
  'operator invite': named('owner', { reads: 'secret' }),
  'operator list': named('owner'),
  'operator edit': named('owner', { edits: true }),
  'operator confirm': named('owner', { edits: true }),
  'operator remove': named('owner'),
  'operator passkeys': named('owner'),
  'operator remove-passkey': named('owner'),
  'operator token create': named('owner', { reads: 'secret' }),
  'operator token list': named('owner'),
  'operator token revoke': named('owner'),
  'approval list': named('any'),
  'approval show': named('any', { reads: 'person' }),
  'approval approve': named('any', { reads: 'person' }),
  'approval reject': named('any'),
  find: named('support', { reads: 'person' }),
  explain: named('support', { reads: 'person' }),
  'user find': named('support', { reads: 'person' }),
  'user limits show': named('support', { reads: 'person' }),
  'user limits lift': repair('support'),
  'user session end': repair('support'),
  'user unlock': repair('support'),
  'user history': named('support', { reads: 'person' }),
  'user note': named('support', { case: 'required' }),
  'user show': named('support', { reads: 'person' }),
  'user reveal': named('support', { reads: 'person', reason: 'required' }),
  'user sessions': named('support', { reads: 'person' }),
  'user machines': named('support', { reads: 'person' }),
  'user factors': named('support', { reads: 'person' }),
  'user reset-factor': repair('security'),
  'user change-email': repair('security', {
    second: 'always',
    undo: { by: 'user keep-email', until: 'readyAt' },
  }),
  'user restore': repair('security', { second: 'always' }),
  'user merge': repair('security', {
    second: 'always',
    undo: { by: 'user keep-accounts', until: 'readyAt' },
  }),
  'user keep-accounts': repair('support'),
  'user merge-preview': named('security', { reads: 'person' }),
  'user keep-email': repair('support'),
  'user restrict': named('support', { edits: true, undo: { by: 'user unrestrict', restores: 'active' } }),
  'user unrestrict': named('support', { edits: true, undo: { by: 'user restrict', restores: 'restricted' } }),
  'user ban': named('support', { edits: true, undo: { by: 'user unban', restores: 'active' } }),
  'user unban': named('support', { edits: true, undo: { by: 'user ban', restores: 'banned' } }),
  'user export': named('security', { reads: 'person' }),
  'user delete': named('security'),
  'enterprise create': named('support', { reads: 'secret' }),
  'enterprise list': named('support', { reads: 'person' }),
  'enterprise edit': named('support', { edits: true }),
  'enterprise reset': named('support', { reads: 'secret' }),
  'enterprise disable': named('support', { edits: true }),
  'enterprise enable': named('support', { edits: true }),
  'app create': named('owner', { reads: 'secret' }),
  'app list': named('viewer'),
  'app show': named('viewer'),
  'app addresses': named('owner', { edits: true }),
  'app origins': named('owner', { edits: true }),
  'app edit': named('owner', { edits: true }),
  'app access': named('owner', { edits: true }),
  'app keys': named('owner'),
  'app logo': named('owner'),
  'app rotate': named('owner', { reads: 'secret' }),
  'app remove': named('owner'),
  'webhook set': named('owner', { reads: 'secret', edits: true }),
  'webhook rotate': named('owner', { reads: 'secret' }),
  'webhook list': named('viewer'),
  'webhook remove': named('owner'),
  'webhook test': named('support'),
  'webhook deliveries': named('viewer'),
  'webhook replay': named('owner'),
  'benefit create': named('benefits'),
  'benefit edit': named('benefits', { edits: true }),
  'benefit retire': named('benefits'),
  'benefit give': repair('benefits', { undo: { by: 'benefit take' } }),
  'benefit take': repair('benefits'),
  'benefit list': named('viewer'),
  'redemption list': named('support', { reads: 'person' }),
  'redemption undo': repair('benefits'),
  'redemption move': repair('benefits'),
  'codes create': named('benefits', { reason: 'of many', reads: 'secret', second: ABOVE_CODES }),
  'codes import': named('benefits', { reason: 'of many', second: ABOVE_CODES }),
  'codes list': named('viewer'),
  'codes revoke': named('benefits', { reason: 'of many' }),
  'codes show': named('support', { reads: 'person' }),
  'codes export': named('benefits'),
  'device show': named('support', { reads: 'person' }),
  'device import': named('owner'),
  'device verify': named('support'),
  'device rotate-key': named('owner'),
  'device require': named('owner'),
  'device provision': named('owner', { reads: 'secret' }),
  'machine show': named('support', { reads: 'person' }),
  'machine requests': named('support', { reads: 'person' }),
  'machine decide': named('security', { reason: 'required', second: 'always' }),
  'machine assign': named('security', { reason: 'required', second: 'always' }),
  'machine distrust': named('security', { reason: 'required' }),
  'machine rule': named('owner'),
  'machine rules': unattended('viewer'),
  'machine renew': named('support'),
  'certificate find': named('support', { reads: 'person' }),
  'certificate resend': repair('support', { edits: false }),
  'certificate revoke': named('support', { edits: true, undo: { by: 'certificate restore' } }),
  'certificate restore': repair('support', { undo: { by: 'certificate revoke' } }),
  'training credit': repair('security', { second: 'always' }),
  'mail list': named('support', { reads: 'person' }),
  'mail suppressions': named('viewer'),
  'mail lift': named('support'),
  'mail resend': repair('support'),
  'message send': named('publisher', { reason: 'of many', undo: { by: 'message recall', until: 'from' } }),
  'message schedule': named('publisher', {
    reason: 'of many',
    undo: { by: 'message recall', until: 'from' },
  }),
  'message recall': named('publisher'),
  'message revoke': named('publisher'),
  'message list': named('support', { reads: 'person' }),
  'message readers': named('support', { reads: 'person' }),
  'announcement publish': named('publisher', {
    reason: 'of many',
    undo: { by: 'announcement recall', until: 'from' },
  }),
  'announcement recall': named('publisher'),
  'announcement revoke': named('publisher'),
  'announcement list': unattended('viewer'),
  'ip ban': named('security', { reason: 'of many', edits: true, undo: { by: 'ip unban' } }),
  'ip unban': named('security', { undo: { by: 'ip ban' } }),
  'ip list': named('security'),
  audit: named('security', { reads: 'person' }),
  request: named('support', { reads: 'person' }),
  stats: unattended('viewer'),
  'event list': named('viewer'),
  'key rotate': named('owner'),
  'key rotate-credential': named('owner'),
  'key withdraw-credential': named('owner'),
  'key rotate-signing': named('owner'),
  backup: unattended('owner'),
  restore: unattended('owner'),
  'deletions replay': unattended('owner'),
  'db distribute': unattended('owner'),
  completion: unattended('viewer'),
}

/** `roles` undefined: all, as whoever is logged in to the machine has. */
export function hasRole(roles: readonly string[] | undefined, role: Operation['role']): boolean {
  if (roles === undefined || role === 'any') return true
  return roles.includes('owner') || roles.includes(role) || (role === 'viewer' && roles.length > 0)
}
