/**
 * Every operation of operators: who may do it and what it needs (S-171). The command line enforces it, and docs/commands.md is
 * compared with it.
 */

/** Roles of a token. `admin` includes the others; who is logged in to the machine has it. */
export const OPERATOR_ROLES = ['support', 'content', 'security', 'admin'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export interface Operation {
  /** `any`: every operator */
  readonly role: OperatorRole | 'any'
  /** `name`: a login uid or a token must prove the operator's name in production; `none`: works unattended */
  readonly proof: 'name' | 'none'
  /** the audit record keeps it */
  readonly reason: 'required' | 'optional' | 'none'
  /** when another operator must approve it in a session of their own */
  readonly second?: 'always' | { readonly aboveCodes: number }
  /** what it shows: data of a person, a secret */
  readonly reads?: 'person' | 'secret'
  /** changes what is there: the audit row says from what to what */
  readonly edits?: true
}

export const SECOND_OPERATOR_ABOVE_CODES = 10_000

type More = Omit<Operation, 'role' | 'proof' | 'reason'>
/** Reads and checks that work without anybody's name, as in a timer. */
const unattended = (role: Operation['role'], more: More = {}): Operation => ({
  ...{ role, proof: 'none', reason: 'none' },
  ...more,
})
const named = (role: Operation['role'], more: More & { readonly reason?: 'required' } = {}): Operation => ({
  ...{ role, proof: 'name', reason: 'optional' },
  ...more,
})

const ABOVE_CODES = { aboveCodes: SECOND_OPERATOR_ABOVE_CODES }

/** By the words of the command. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  doctor: unattended('admin'),
  migrate: unattended('admin'),
  'upgrade check': unattended('admin'),
  'operator token create': named('admin', { reads: 'secret' }),
  'operator token list': named('admin'),
  'operator token revoke': named('admin'),
  'approval list': named('any'),
  'approval show': named('any'),
  'approval approve': named('any'),
  'approval reject': named('any'),
  'user find': named('support', { reads: 'person' }),
  'user limits show': named('support', { reads: 'person' }),
  'user limits lift': named('support', { reason: 'required', edits: true }),
  'user session end': named('support'),
  'user show': named('support', { reads: 'person' }),
  'user sessions': named('support', { reads: 'person' }),
  'user factors': named('support', { reads: 'person' }),
  'user reset-factor': named('security', { reason: 'required' }),
  'user restrict': named('support', { edits: true }),
  'user unrestrict': named('support', { edits: true }),
  'user ban': named('support', { edits: true }),
  'user unban': named('support', { edits: true }),
  'user export': named('security', { reads: 'person' }),
  'user delete': named('security'),
  'enterprise create': named('support', { reads: 'secret' }),
  'enterprise list': named('support', { reads: 'person' }),
  'enterprise edit': named('support', { edits: true }),
  'enterprise reset': named('support', { reads: 'secret' }),
  'enterprise disable': named('support', { edits: true }),
  'enterprise enable': named('support', { edits: true }),
  'app create': named('admin', { reads: 'secret' }),
  'app list': named('support'),
  'app show': named('support'),
  'app addresses': named('admin', { edits: true }),
  'app origins': named('admin', { edits: true }),
  'app edit': named('admin', { edits: true }),
  'app access': named('admin', { edits: true }),
  'app keys': named('admin'),
  'app logo': named('admin'),
  'app rotate': named('admin', { reads: 'secret' }),
  'app remove': named('admin'),
  'webhook set': named('admin', { reads: 'secret', edits: true }),
  'webhook rotate': named('admin', { reads: 'secret' }),
  'webhook list': named('support'),
  'webhook remove': named('admin'),
  'webhook test': named('support'),
  'webhook deliveries': named('support'),
  'webhook replay': named('admin'),
  'benefit create': named('content'),
  'benefit edit': named('content', { edits: true }),
  'benefit retire': named('content'),
  'benefit list': named('support'),
  'codes create': named('content', { reads: 'secret', second: ABOVE_CODES }),
  'codes import': named('content', { second: ABOVE_CODES }),
  'codes list': named('support'),
  'codes revoke': named('content'),
  'codes show': named('support', { reads: 'person' }),
  'codes export': named('content'),
  'device show': named('support', { reads: 'person' }),
  'device import': named('admin'),
  'device verify': named('support'),
  'device rotate-key': named('admin'),
  'device require': named('admin'),
  'device provision': named('admin', { reads: 'secret' }),
  'machine show': named('support', { reads: 'person' }),
  'machine requests': named('support', { reads: 'person' }),
  'machine decide': named('security', { reason: 'required', second: 'always' }),
  'machine assign': named('security', { reason: 'required', second: 'always' }),
  'machine distrust': named('security', { reason: 'required' }),
  'machine renew': named('support'),
  'certificate find': named('support', { reads: 'person' }),
  'certificate revoke': named('support', { edits: true }),
  'certificate restore': named('support', { edits: true }),
  'mail list': named('support', { reads: 'person' }),
  'mail suppressions': named('support'),
  'mail lift': named('support'),
  'message send': named('content'),
  'message schedule': named('content'),
  'message recall': named('content'),
  'message revoke': named('content'),
  'message list': named('support', { reads: 'person' }),
  'announcement publish': named('content'),
  'announcement recall': named('content'),
  'announcement revoke': named('content'),
  'announcement list': unattended('support'),
  'ip ban': named('security', { edits: true }),
  'ip unban': named('security'),
  'ip list': named('security'),
  audit: named('security', { reads: 'person' }),
  request: named('support', { reads: 'person' }),
  stats: unattended('support'),
  'event list': named('support'),
  'key rotate': named('admin'),
  'key rotate-credential': named('admin'),
  'key withdraw-credential': named('admin'),
  'key rotate-signing': named('admin'),
  backup: unattended('admin'),
  restore: unattended('admin'),
  'deletions replay': unattended('admin'),
  'db distribute': unattended('admin'),
  completion: unattended('support'),
}

/** `roles` undefined: all, as whoever is logged in to the machine has. */
export const hasRole = (roles: readonly string[] | undefined, role: Operation['role']): boolean =>
  role === 'any' || roles === undefined || roles.includes('admin') || roles.includes(role)
