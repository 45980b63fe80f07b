/** Workshops: groups of accounts that own machines. */
import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { unixSeconds } from '../fields.ts'
import { offer, roleEnd, sharedRole, workshopId } from './machine-fields.ts'

export const WORKSHOP_NAME_MAX = 40
export const WORKSHOP_MACHINES_MAX = 200
export const WORKSHOP_MEMBERS_MAX = 500
export const WORKSHOP_ADMINS_MAX = 20
export const WORKSHOPS_MAX = 20
/** of 5 bits each */
export const JOIN_CODE_CHARACTERS = 16
export const JOIN_CODE_TTL_DAYS = 30
/** In which another admin can stop what one has started. */
export const WORKSHOP_ACT_HOURS = 48

export const WORKSHOP_ROLES = ['admin', 'member'] as const
export type WorkshopRole = (typeof WORKSHOP_ROLES)[number]
export const WORKSHOP_ACTS = ['transfer', 'release', 'confirm', 'remove', 'dissolve'] as const
export type WorkshopActKind = (typeof WORKSHOP_ACTS)[number]

const workshopName = v.pipe(
  v.string('required'),
  v.regex(/\S/, 'required'),
  v.maxCodePoints(WORKSHOP_NAME_MAX, 'too_long'),
)
/** As typed: spaces, hyphens and lower-case letters are accepted. */
const joinCode = v.pipe(
  v.string('code_required'),
  v.maxCodePoints(64, 'code_invalid'),
  v.regex(/\S/, 'code_required'),
  v.metadata({ examples: ['7Q2M-0ZKA-9TXW-3FHC'] }),
)

export const workshopAct = v.object({
  id: v.string(),
  /** `confirm`: the person who asks for the machine becomes its owner */
  kind: v.picklist(WORKSHOP_ACTS),
  /** id of the machine; null for `remove` and `dissolve` */
  machine: v.nullable(v.string()),
  /** what the machine is called, or who is to be removed; '' for `dissolve` */
  name: v.string(),
  /** name of the admin who started it */
  by: v.string(),
  /** when it takes effect, unless an admin stops it */
  effectTime: unixSeconds,
})

export const workshopSchema = v.object({
  /** public id, `w_` and 22 characters */
  id: v.string(),
  name: v.string(),
  role: v.picklist(WORKSHOP_ROLES),
  /** asked to join, and no admin has approved it yet */
  waiting: v.boolean(),
  /** 0 for who is waiting, as are `machines` */
  members: v.number(),
  /** people who wait for an approval; 0 unless the caller is an admin */
  requests: v.number(),
  machines: v.number(),
  /** there is no other admin */
  onlyAdmin: v.boolean(),
  /** what takes effect later; admins see it */
  acts: v.array(workshopAct),
})

export const workshopMember = v.object({
  /** names the person in calls about this workshop */
  handle: v.string(),
  name: v.string(),
  role: v.picklist(WORKSHOP_ROLES),
  waiting: v.boolean(),
  /** the caller */
  self: v.boolean(),
})

/** `effectTime`: when it takes effect, unless another admin stops it; null: it has taken effect */
const delayed = v.object({ effectTime: v.nullable(unixSeconds) })

export const listWorkshops = endpoint({
  method: 'GET',
  path: '/v1/workshops',
  access: 'signed-in',
  summary: 'The workshops that the account is in, or has asked to join.',
  output: v.object({ workshops: v.array(workshopSchema) }),
})

export const createWorkshop = endpoint({
  method: 'POST',
  path: '/v1/workshops',
  access: 'signed-in',
  summary: 'Creates a workshop, whose admin the account is.',
  input: v.strictObject({ name: workshopName }),
  output: v.object({ workshop: workshopSchema }),
  errors: ['workshop_limit', 'restricted'],
})

export const renameWorkshop = endpoint({
  method: 'PATCH',
  path: '/v1/workshops/:workshop',
  // Another call has this path.
  lastParameter: '(?!join$)[^/]+',
  access: 'signed-in',
  summary: 'Sets the name, which everybody sees who uses a machine of the workshop. For admins.',
  input: v.strictObject({ name: workshopName }),
  errors: ['workshop_unknown', 'restricted'],
})

export const listWorkshopMembers = endpoint({
  method: 'GET',
  path: '/v1/workshops/:workshop/members',
  access: 'signed-in',
  summary:
    'The members of a workshop and its join code. Members see the admins and themselves, and no join code. `invitations`: at most one; the code itself was shown once.',
  output: v.object({
    members: v.array(workshopMember),
    invitations: v.array(v.object({ id: v.string(), expireTime: unixSeconds })),
  }),
  errors: ['workshop_unknown'],
})

export const inviteToWorkshop = endpoint({
  method: 'POST',
  path: '/v1/workshops/:workshop/invitations',
  access: 'signed-in',
  summary:
    'A new join code, for 30 days. Replaces the earlier one. Everybody who uses it waits for the approval of an admin. For admins.',
  output: v.object({ id: v.string(), ...offer.entries }),
  errors: ['workshop_unknown', 'restricted'],
})

export const withdrawWorkshopInvitation = endpoint({
  method: 'DELETE',
  path: '/v1/workshops/:workshop/invitations/:invitation',
  lastParameter: '[^/]+',
  access: 'signed-in',
  summary: 'Ends the join code. Succeeds for one that has ended already. For admins.',
  errors: ['workshop_unknown'],
})

export const describeWorkshop = endpoint({
  method: 'POST',
  path: '/v1/workshops/join/describe',
  access: 'signed-in',
  summary: 'The workshop of a join code, for the page that asks to join it. Accepts nothing.',
  input: v.strictObject({ code: joinCode }),
  output: v.object({
    name: v.string(),
    /** names of its admins */
    admins: v.array(v.string()),
    expireTime: unixSeconds,
  }),
  errors: ['workshop_code_invalid'],
})

export const joinWorkshop = endpoint({
  method: 'POST',
  path: '/v1/workshops/join',
  access: 'signed-in',
  summary: 'Asks to join a workshop. An admin has to approve it first. Changes nothing for a member.',
  input: v.strictObject({ code: joinCode }),
  output: v.object({ waiting: v.boolean() }),
  errors: ['workshop_code_invalid', 'workshop_limit', 'restricted'],
})

export const approveWorkshopMember = endpoint({
  method: 'POST',
  path: '/v1/workshops/:workshop/members/:member/approve',
  access: 'signed-in',
  summary: 'Approves a person who asked to join. For admins. A refusal removes the person.',
  errors: ['workshop_unknown', 'restricted'],
})

export const makeWorkshopAdmin = endpoint({
  method: 'POST',
  path: '/v1/workshops/:workshop/members/:member/admin',
  access: 'signed-in',
  summary: 'Makes a member an admin; a workshop has at most 20. Needs a recent reauthentication. For admins.',
  errors: ['proof_required', 'workshop_unknown', 'workshop_limit', 'restricted'],
})

export const shareWithWorkshopMember = endpoint({
  method: 'POST',
  path: '/v1/workshops/:workshop/members/:member/machines',
  access: 'signed-in',
  summary:
    'Gives a member a role on a machine of the workshop, or raises it. Never lowers a role. The call that removes a person from a machine ends it. For admins.',
  input: v.strictObject({ machine: v.string('required'), role: sharedRole, until: roleEnd }),
  valueRules: { until: 'In the future.' },
  errors: ['workshop_unknown', 'machine_unknown', 'machine_limit', 'restricted'],
})

export const removeWorkshopMember = endpoint({
  method: 'DELETE',
  path: '/v1/workshops/:workshop/members/:member',
  lastParameter: '[^/]+',
  access: 'signed-in',
  summary:
    'Removes a member and all roles of the person on machines of the workshop, and bars the account from the join code. Removing an admin needs a recent reauthentication and takes effect after 48 hours unless an admin stops it. The own handle leaves at once; the only admin names another one first. `passUntil` and `allRenew`: as for a person of a machine, on all machines of the workshop; missing where nothing took effect.',
  output: v.object({
    ...delayed.entries,
    passUntil: v.optional(v.nullable(unixSeconds)),
    allRenew: v.optional(v.boolean()),
  }),
  errors: ['proof_required', 'workshop_unknown', 'workshop_only_admin', 'workshop_act_open', 'restricted'],
})

export const dissolveWorkshop = endpoint({
  method: 'POST',
  path: '/v1/workshops/:workshop/dissolve',
  access: 'signed-in',
  summary:
    'Ends the workshop: after 48 hours unless another admin stops it, at once without another admin. Its machines are released one after the other from then on. New cards of those without a display are mailed to the admin who started it. Needs a recent reauthentication. For admins.',
  output: delayed,
  errors: ['proof_required', 'workshop_unknown', 'workshop_act_open', 'restricted'],
})

export const stopWorkshopAct = endpoint({
  method: 'DELETE',
  path: '/v1/workshops/:workshop/acts/:act',
  lastParameter: '[^/]+',
  access: 'signed-in',
  summary: 'Stops what an admin has started. `workshop_act_unknown`: it has taken effect. For admins.',
  errors: ['workshop_unknown', 'workshop_act_unknown'],
})

export const giveMachine = endpoint({
  method: 'POST',
  path: '/v1/machines/:machine/give',
  access: 'signed-in',
  summary:
    'The owner gives the machine to a workshop whose admin the account is. All other roles and invitations end, as at every change of owner. Needs a recent reauthentication.',
  input: v.strictObject({ workshop: workshopId }),
  errors: [
    'proof_required',
    'machine_unknown',
    'machine_lost',
    'machine_requested',
    'workshop_unknown',
    'workshop_limit',
    'restricted',
  ],
})
