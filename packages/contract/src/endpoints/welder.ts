import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { humanTicket, unixSeconds } from '../fields.ts'
import { CODE_INPUT_MAX } from '../limits.ts'

export const LIGHT_SOURCES = ['1200W', '800W'] as const
export type LightSource = (typeof LIGHT_SOURCES)[number]

export const UNLOCK_PASSWORD_DIGITS = 8

const serialNumber = v.pipe(
  v.string('required'),
  v.maxCodePoints(CODE_INPUT_MAX, 'invalid'),
  v.regex(/\S/, 'required'),
  v.metadata({ examples: ['KLW1200AB0123456789CDEF'] }),
)

export const requestUnlock = endpoint({
  method: 'POST',
  path: '/v1/device/request',
  access: 'anyone',
  base: 'other',
  summary:
    'Returns a signed request for one unlock password, valid for ten minutes, to a browser that has watched the whole welder course within two hours. `activation` is the URL to post it to; empty means /v1/device/activate on this host. From the second machine a day on, an IP address needs a human-check `ticket` (20204); from the fourth password of a machine a day on, the request needs a solved proof of `work` (20504).',
  input: v.strictObject({
    sn: serialNumber,
    lightSource: v.picklist(LIGHT_SOURCES, 'required'),
    ticket: humanTicket,
    /** base64 of the JSON `{challenge, solution}`, as for the human check */
    work: v.optional(v.pipe(v.string(), v.maxCodePoints(8192, 'invalid'))),
  }),
  output: v.object({ token: v.string(), activation: v.string() }),
  errors: [
    'human_verification_required',
    'human_verification_failed',
    'expired',
    'invalid_device_sn',
    'training_not_finished',
    'unlock_work_required',
  ],
})

export const createUnlockChallenge = endpoint({
  method: 'POST',
  path: '/v1/device/challenge',
  access: 'anyone',
  base: 'other',
  summary:
    'A proof-of-work challenge for one password of a machine, valid for an hour and for this network. The work doubles with every password that the network requests for the machine that day.',
  input: v.strictObject({ sn: serialNumber }),
  output: v.object({ challenge: v.record(v.string(), v.unknown()) }),
  errors: ['training_not_finished'],
})

export const issueUnlockPassword = endpoint({
  method: 'POST',
  path: '/v1/device/activate',
  access: 'anyone',
  base: 'other',
  summary:
    'Returns the unlock password for a signed request. A repeated request gets the same password; a new request gets the next one.',
  input: v.strictObject({
    token: v.pipe(
      v.string('required'),
      v.maxCodePoints(4000, 'invalid'),
      v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'invalid'),
    ),
  }),
  output: v.object({ password: v.string(), lightSource: v.picklist(LIGHT_SOURCES) }),
  errors: ['expired'],
})

export const listUnlockedMachines = endpoint({
  method: 'GET',
  path: '/v1/device/machines',
  access: 'personal',
  base: 'other',
  summary:
    'The machines that the account has requested unlock passwords for while it was logged in, the latest 20, newest first. `snEnd` is the end of the serial number, `machine` a handle to remove the entry with.',
  output: v.object({
    machines: v.array(
      v.object({
        machine: v.string(),
        snEnd: v.string(),
        lightSource: v.picklist(LIGHT_SOURCES),
        firstRequest: unixSeconds,
        lastRequest: unixSeconds,
      }),
    ),
  }),
})

export const removeUnlockedMachine = endpoint({
  method: 'POST',
  path: '/v1/device/machines/remove',
  access: 'personal',
  base: 'other',
  summary:
    'Removes a machine from the list of the account. The next request for an unlock password adds it again. Succeeds for an entry that is gone already.',
  input: v.strictObject({ machine: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')) }),
})

export const listUnlockKeys = endpoint({
  method: 'GET',
  path: '/v1/device/keys',
  access: 'anyone',
  base: 'other',
  summary: 'Public keys (JWK, Ed25519) that verify signed requests.',
  output: v.object({
    keys: v.array(
      v.object({
        kty: v.string(),
        crv: v.string(),
        x: v.string(),
        kid: v.string(),
        alg: v.string(),
        use: v.string(),
      }),
    ),
  }),
})
