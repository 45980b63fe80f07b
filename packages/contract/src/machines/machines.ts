import * as v from 'valibot'
import { endpoint, HUMAN_CHECK_ERRORS } from '../endpoint.ts'
import { email, humanTicket, unixSeconds } from '../fields.ts'
import { CODE_INPUT_MAX } from '../limits.ts'
import { offer, roleEnd, sharedRole, workshopId } from './machine-fields.ts'

export type { SharedRole } from './machine-fields.ts'

export const MACHINE_NAME_MAX = 40
export const CLAIM_START_DIGITS = 6
/** From a machine's display: two digits of its reset number, then eight of the code. */
export const CLAIM_CODE_DIGITS = 10
export const CLAIM_START_TTL_SECONDS = 600
export const INVITATION_TTL_DAYS = 7
export const TRANSFER_TTL_HOURS = 72
export const INVITATION_USES_MAX = 100
/** After them an operator may decide a request that its owner has not answered. */
export const REQUEST_REVIEW_DAYS = 30
/** For which a denial bars requests for the machine. */
export const REQUEST_BAR_DAYS = 90

export const MACHINE_ROLES = ['owner', 'manager', 'operator'] as const
export type MachineRole = (typeof MACHINE_ROLES)[number]
export const OWNER_KINDS = ['personal', 'enterprise', 'workshop'] as const

const sn = v.pipe(
  v.string('required'),
  v.maxCodePoints(CODE_INPUT_MAX, 'invalid'),
  v.regex(/\S/, 'required'),
  v.metadata({ examples: ['KLW1200AB0123456789CDEF'] }),
)
/** As typed: spaces, hyphens and lower-case letters are accepted. */
const claimCode = v.pipe(
  v.string('code_required'),
  v.maxCodePoints(64, 'code_invalid'),
  v.regex(/\S/, 'code_required'),
  v.metadata({ examples: ['0712345678'] }),
)
/** Secret of an invitation or a transfer, as in the fragment of its address. */
const offerCode = v.pipe(
  v.string('required'),
  v.regex(/^[\w-]{16,64}$/, 'invalid'),
  v.metadata({ examples: ['Vv9Qm1c0RkS0c2b5t1o2Vw'] }),
)
const machineName = v.pipe(v.string('required'), v.maxCodePoints(MACHINE_NAME_MAX, 'too_long'))
const machineOwner = v.object({ kind: v.picklist(OWNER_KINDS), name: v.string() })

export const machineSchema = v.object({
  /** public id, `m_` and 22 characters; never the serial number */
  id: v.string(),
  sn: v.string(),
  /** '' until somebody names it */
  name: v.string(),
  /** product line */
  line: v.string(),
  role: v.picklist(MACHINE_ROLES),
  /** end of the role, or null */
  until: v.nullable(unixSeconds),
  owner: machineOwner,
  /** reported lost by its owner */
  lost: v.boolean(),
  /** a transfer waits to be accepted */
  transferring: v.boolean(),
  /** the course that the product line demands, or null */
  course: v.nullable(v.string()),
  /** whether the person has the certificate of that course; true where none is demanded */
  trained: v.boolean(),
  /** end of what the certificate allows; null: none */
  trainedUntil: v.optional(v.nullable(unixSeconds)),
  /** how many days a pass lasts at most, set by the owner. The end of the role or of the certificate may be sooner */
  passDays: v.optional(v.pipe(v.number(), v.integer())),
  /** the workshop that owns it, if the account is in it. An admin has the role `manager`, and acts as the owner */
  workshop: v.nullable(v.object({ id: v.string(), role: v.picklist(['admin', 'member']) })),
})

export const machinePerson = v.object({
  /** names the person in calls about this machine */
  handle: v.string(),
  name: v.string(),
  role: v.picklist(MACHINE_ROLES),
  until: v.nullable(unixSeconds),
  /** has a role and the course that the machine demands; null: the caller may not see it */
  mayStart: v.nullable(v.boolean()),
  /** the caller */
  self: v.boolean(),
  /** accepted a link that needs approval, and has no right yet */
  waiting: v.boolean(),
  /** of the workshop that owns the machine */
  admin: v.boolean(),
  /** until then a machine without a network may accept a pass of the person; null: there is none, or the caller may not see it */
  passUntil: v.optional(v.nullable(unixSeconds)),
})

export const machineInvitation = v.object({
  id: v.string(),
  role: sharedRole,
  until: v.nullable(unixSeconds),
  /** the invited address, or null for a link */
  email: v.nullable(v.string()),
  /** acceptances left */
  uses: v.number(),
  expireTime: unixSeconds,
})

/** A right code was shown at a machine that has an owner. */
export const machineRequest = v.object({
  /** `owner`: somebody asks for a machine of the account; `claimant`: the account asks */
  side: v.picklist(['owner', 'claimant']),
  /** id of the machine; null for the claimant, who has no right on it */
  machine: v.nullable(v.string()),
  line: v.string(),
  /** last characters of the serial number */
  snEnd: v.string(),
  /** a denied request is shown to the claimant only */
  state: v.picklist(['open', 'denied']),
  since: unixSeconds,
  /** from when on an operator may decide it */
  reviewFrom: unixSeconds,
})

export const listMachines = endpoint({
  method: 'GET',
  path: '/v1/machines',
  access: 'signed-in',
  summary:
    'The machines that the account has a role on, the owned ones first. `until` is the end of the role, `owner` what others may see of the owner. `requests`: for machines of the account, and those that it has made itself.',
  output: v.object({ machines: v.array(machineSchema), requests: v.array(machineRequest) }),
})

export const startMachineClaim = endpoint({
  method: 'POST',
  path: '/v1/machines/claim/start',
  access: 'signed-in',
  summary:
    'Six digits to type into a machine with a display, valid for ten minutes and three tries of this account. Any serial number is answered in the same way.',
  input: v.strictObject({ sn, ticket: humanTicket }),
  output: v.object({ digits: v.string(), expireTime: unixSeconds }),
  errors: [...HUMAN_CHECK_ERRORS, 'restricted'],
})

export const claimMachine = endpoint({
  method: 'POST',
  path: '/v1/machines/claim',
  access: 'signed-in',
  summary:
    'Makes the account, or a `workshop` whose admin it is, the owner of a machine without an owner, by the ten digits that its display shows or by the code of its card. A right code at a machine that has an owner, after a factory reset under this owner, makes a request to the owner. Everything that is no proof is answered by `machine_claim_refused`, whether the machine exists or not.',
  input: v.strictObject({ sn, code: claimCode, ticket: humanTicket, workshop: v.optional(workshopId) }),
  output: v.union([
    v.object({ machine: machineSchema }),
    v.object({ request: v.object({ reviewFrom: unixSeconds }) }),
  ]),
  /** `machine_unknown`: the account lost the machine again before it was described */
  errors: [
    ...HUMAN_CHECK_ERRORS,
    'restricted',
    'machine_claim_refused',
    'machine_lost',
    'machine_unknown',
    'workshop_unknown',
    'workshop_limit',
  ],
})

export const renameMachine = endpoint({
  method: 'PATCH',
  path: '/v1/machines/:machine',
  // Another call has this path.
  lastParameter: '(?!claim$)[^/]+',
  access: 'signed-in',
  summary: 'Sets the name that all people of the machine see. For owner and managers.',
  input: v.strictObject({ name: machineName }),
  errors: ['machine_unknown', 'restricted'],
})

export const listMachinePeople = endpoint({
  method: 'GET',
  path: '/v1/machines/:machine/people',
  access: 'signed-in',
  summary:
    'The people of a machine and its open invitations. A machine operator sees the own row and the name of the owner, and no invitations.',
  output: v.object({
    people: v.array(machinePerson),
    invitations: v.array(machineInvitation),
    owner: machineOwner,
  }),
  errors: ['machine_unknown'],
})

export const inviteToMachine = endpoint({
  method: 'POST',
  path: '/v1/machines/:machine/invitations',
  access: 'signed-in',
  summary:
    'Invites to a machine: by `email` the account with this confirmed address, otherwise the person who opens the link. A link has one use unless `uses` says more; each acceptance of such a link needs an approval. A manager gives the role `operator` only.',
  input: v.strictObject({
    role: sharedRole,
    email: v.optional(email),
    until: roleEnd,
    uses: v.optional(
      v.pipe(
        v.number('invalid'),
        v.integer('invalid'),
        v.minValue(1, 'invalid'),
        v.maxValue(INVITATION_USES_MAX, 'invalid'),
      ),
    ),
  }),
  output: v.object({ id: v.string(), ...offer.entries }),
  valueRules: { until: 'In the future.' },
  errors: ['machine_unknown', 'machine_limit', 'restricted'],
})

export const describeMachineOffer = endpoint({
  method: 'POST',
  path: '/v1/machines/offers/describe',
  access: 'signed-in',
  summary:
    'What an invitation or a transfer offers, for the page that accepts it. Accepts nothing. A transfer shows the last characters of the serial number, to be compared with the label.',
  input: v.strictObject({ code: offerCode }),
  output: v.object({
    kind: v.picklist(['invitation', 'transfer']),
    /** who offers it */
    from: v.string(),
    name: v.string(),
    line: v.string(),
    snEnd: v.string(),
    role: v.picklist(MACHINE_ROLES),
    until: v.nullable(unixSeconds),
    /** since when the present owner has the machine; null for an invitation */
    ownerSince: v.nullable(unixSeconds),
    /** an acceptance waits for an approval */
    approval: v.boolean(),
    expireTime: unixSeconds,
  }),
  errors: ['machine_offer_invalid'],
})

export const acceptMachineInvitation = endpoint({
  method: 'POST',
  path: '/v1/machines/invitations/accept',
  access: 'signed-in',
  summary:
    'Accepts an invitation. `waiting`: owner or manager has to approve it first. Never lowers a role that the account has already.',
  input: v.strictObject({ code: offerCode }),
  output: v.union([v.object({ machine: machineSchema }), v.object({ waiting: v.literal(true) })]),
  errors: ['machine_offer_invalid', 'machine_limit', 'restricted'],
})

export const approveMachinePerson = endpoint({
  method: 'POST',
  path: '/v1/machines/:machine/people/:handle/approve',
  access: 'signed-in',
  summary: 'Approves a person who accepted a link with several uses. For owner and managers.',
  errors: ['machine_unknown', 'machine_offer_invalid', 'restricted'],
})

export const withdrawMachineInvitation = endpoint({
  method: 'DELETE',
  path: '/v1/machines/:machine/invitations/:invitation',
  lastParameter: '[^/]+',
  access: 'signed-in',
  summary: 'Ends an invitation. Succeeds for one that has ended already.',
  errors: ['machine_unknown'],
})

export const removeMachinePerson = endpoint({
  method: 'DELETE',
  path: '/v1/machines/:machine/people/:handle',
  lastParameter: '[^/]+',
  access: 'signed-in',
  summary:
    'Removes a person from a machine, and bars the account from all earlier links. The own handle leaves the machine; an owner transfers or releases it instead. `passUntil`: a machine without a network may accept a pass of this person until then. `allRenew`: the passes of all people are void, as too many were removed.',
  output: v.object({ passUntil: v.nullable(unixSeconds), allRenew: v.boolean() }),
  errors: ['machine_unknown', 'restricted'],
})

export const startMachineTransfer = endpoint({
  method: 'POST',
  path: '/v1/machines/:machine/transfer',
  access: 'signed-in',
  summary:
    'Offers the machine to a new owner, once and for 72 hours. Replaces an earlier offer. Needs a recent reauthentication. Nothing changes until it is accepted. `effectTime`: of a machine of a workshop with another admin, who can stop it until then; null: it can be accepted now.',
  output: v.object({ ...offer.entries, effectTime: v.nullable(unixSeconds) }),
  errors: ['proof_required', 'machine_unknown', 'machine_lost', 'machine_requested', 'restricted'],
})

export const cancelMachineTransfer = endpoint({
  method: 'DELETE',
  path: '/v1/machines/:machine/transfer',
  access: 'signed-in',
  summary: 'Withdraws the offer of a transfer. Succeeds without one.',
  errors: ['machine_unknown'],
})

export const acceptMachineTransfer = endpoint({
  method: 'POST',
  path: '/v1/machines/transfer/accept',
  access: 'signed-in',
  summary:
    'Makes the account, or a `workshop` whose admin it is, the owner of the machine. All other roles and invitations end; nothing of the former owner remains visible.',
  input: v.strictObject({ code: offerCode, workshop: v.optional(workshopId) }),
  output: v.object({ machine: machineSchema }),
  errors: ['machine_offer_invalid', 'machine_lost', 'workshop_unknown', 'workshop_limit', 'restricted'],
})

export const releaseMachine = endpoint({
  method: 'POST',
  path: '/v1/machines/:machine/release',
  access: 'signed-in',
  summary:
    'Ends the ownership. The machine has no owner until somebody claims it. All roles and invitations end. Needs a recent reauthentication. `card`: for the next claim of a machine that was claimed by a card, once; null for others. `effectTime`: of a machine of a workshop with another admin, who can stop it until then; the card is mailed.',
  output: v.object({ card: v.nullable(v.string()), effectTime: v.nullable(unixSeconds) }),
  errors: ['proof_required', 'machine_unknown', 'workshop_act_open'],
})

export const setMachineLost = endpoint({
  method: 'POST',
  path: '/v1/machines/:machine/lost',
  access: 'signed-in',
  summary:
    'Reports the machine lost, or found again. A lost machine can be neither claimed nor transferred. No role and no pass changes. Needs a recent reauthentication.',
  input: v.strictObject({ lost: v.boolean('required') }),
  errors: ['proof_required', 'machine_unknown'],
})

export const answerMachineRequest = endpoint({
  method: 'POST',
  path: '/v1/machines/:machine/request',
  access: 'signed-in',
  summary:
    'Answers the request of somebody who stands at the machine. `confirm` makes this person the owner, as a transfer does, and needs a recent reauthentication. `deny` bars requests for 90 days. Without an answer nothing changes. `effectTime`: of a confirmation for a machine of a workshop with another admin, who can stop it until then.',
  input: v.strictObject({
    answer: v.picklist(['confirm', 'deny'], 'invalid'),
    since: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'))),
  }),
  valueRules: { since: 'Of the request that the person has seen: another one is not answered.' },
  output: v.object({ effectTime: v.nullable(unixSeconds) }),
  errors: [
    'proof_required',
    'machine_unknown',
    'machine_request_unknown',
    'machine_lost',
    'workshop_act_open',
    'restricted',
  ],
})
