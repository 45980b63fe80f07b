import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { opaqueToken } from '../fields.ts'
import { CHOSEN_MACHINES_MAX, MACHINE_ACTIONS } from '../machines/machine-details.ts'
import { MACHINE_ROLES } from '../machines/machines.ts'
import { GRANT_END_WORDS } from '../openid/grant-end.ts'

/** The app that asks, as the screens show it. */
const openIdClient = v.object({
  clientId: v.string(),
  name: v.string(),
  /** code of the brand */
  code: v.string(),
  party: v.picklist(['first', 'third']),
  type: v.picklist(['web', 'browser', 'native', 'device', 'api']),
  /** '' if unknown */
  homepageUrl: v.string(),
  privacyUrl: v.string(),
  /** path of its picture at the portal; '' if it has none */
  logo: v.string(),
  /** false: known by a document at its address only, which `name` is the host of (CLIENT_DOCUMENTS) */
  registered: v.boolean(),
})

/** Client id of an app that nobody registered. */
const clientAddress = v.pipe(
  v.string('required'),
  v.maxLength(512, 'invalid'),
  v.regex(/^https:\/\/[!-~]+$/, 'invalid'),
)

/** Scopes of an API, with the words that it registered. */
const openIdApi = v.object({
  clientId: v.string(),
  name: v.string(),
  scopes: v.array(
    v.object({
      name: v.string(),
      en: v.string(),
      zh: v.string(),
      /** the person has agreed to it before */
      consented: v.boolean(),
    }),
  ),
})

export const describeAuthorization = endpoint({
  method: 'POST',
  path: '/v1/authorize/flow',
  access: 'anyone',
  summary: 'What a login by OpenID Connect waits for.',
  input: v.strictObject({ flow: opaqueToken }),
  output: v.object({
    client: openIdClient,
    /**
     * `login`: nobody is logged in; `reauthentication`: the person must authenticate again in this browser; `other_account`:
     * the app expects another account; `account`: the person chooses an account; `consent`: the person decides what the app
     * receives; `nothing`: the answer `allow` continues without a question.
     */
    needs: v.picklist(['login', 'reauthentication', 'other_account', 'account', 'consent', 'nothing']),
    /** that the app asks for */
    scopes: v.array(v.string()),
    /** of these, what the person has agreed to before */
    consented: v.array(v.string()),
    /** APIs that the app wants to use for the person */
    apis: v.array(openIdApi),
    /** that the person may choose for the app (RFC 9396); null: it asks for none */
    machines: v.nullable(
      v.array(
        v.object({
          id: v.string(),
          /** '' until somebody names it */
          name: v.string(),
          line: v.string(),
          /** last characters of the serial number */
          snEnd: v.string(),
          role: v.picklist(MACHINE_ROLES),
          actions: v.array(v.picklist(MACHINE_ACTIONS)),
          /** the person chose it before */
          chosen: v.boolean(),
          /** and lets the app know its name */
          named: v.boolean(),
        }),
      ),
    ),
    /** what the app knows of the person, such as an email address; '' if nothing */
    loginHint: v.string(),
    /** seconds until the flow ends */
    expiresIn: v.number(),
  }),
  errors: ['expired'],
})

export const answerAuthorization = endpoint({
  method: 'POST',
  path: '/v1/authorize/answer',
  access: 'anyone',
  summary: 'Continues a login by OpenID Connect. The browser goes to the returned address next.',
  input: v.strictObject({
    flow: opaqueToken,
    /** `allow`: continue, with this account, with what the app asks for; `deny`: back to the app without a login */
    answer: v.picklist(['allow', 'deny']),
    /**
     * With `allow`: the machines that the person chose, and whether the app learns their names. Replaces an earlier choice; none
     * although the app asks for machines refuses the login.
     */
    machines: v.optional(
      v.pipe(
        v.array(v.strictObject({ id: opaqueToken, name: v.boolean() }), 'invalid'),
        v.maxLength(CHOSEN_MACHINES_MAX, 'invalid'),
      ),
    ),
  }),
  output: v.object({ location: v.string() }),
  errors: ['expired', 'proof_required'],
})

export const describeLogout = endpoint({
  method: 'POST',
  path: '/v1/authorize/logout-flow',
  access: 'anyone',
  summary: 'Which app asks to log the person out, by OpenID Connect.',
  input: v.strictObject({ flow: opaqueToken }),
  output: v.object({
    /** null: the request names no app */
    client: v.nullable(openIdClient),
  }),
  errors: ['expired'],
})

export const answerLogout = endpoint({
  method: 'POST',
  path: '/v1/authorize/logout',
  access: 'anyone',
  summary: 'Ends the session that an app asked to end, and with it those of all apps in it.',
  input: v.strictObject({ flow: opaqueToken }),
  output: v.object({
    /** of the app; '' without one */
    location: v.string(),
  }),
  errors: ['expired'],
})

/** As the device shows it: letters, with any signs between them. */
const deviceCode = v.pipe(
  v.string('code_required'),
  v.nonEmpty('code_required'),
  v.regex(/^[A-Za-z -]{1,32}$/, 'code_invalid'),
)

export const describeDevice = endpoint({
  method: 'POST',
  path: '/v1/activate/code',
  access: 'signed-in',
  summary: 'Which device shows this code (RFC 8628).',
  input: v.strictObject({ code: deviceCode }),
  output: v.object({
    client: openIdClient,
    scopes: v.array(v.string()),
    apis: v.array(openIdApi),
    /** where the device is, by its address; '' if unknown */
    place: v.string(),
    /** in another country than the person, by both addresses */
    elsewhere: v.boolean(),
    needs: v.picklist(['nothing', 'reauthentication']),
    /** null: the device is no machine with a key of its own */
    machine: v.nullable(
      v.object({
        line: v.string(),
        /** last characters of the serial number, to compare with the label */
        snEnd: v.string(),
      }),
    ),
  }),
  errors: ['incorrect_code'],
})

export const activateDevice = endpoint({
  method: 'POST',
  path: '/v1/activate',
  access: 'signed-in',
  summary:
    'Allows or refuses the login of the device that shows this code. A machine gets nothing before the returned digits are entered at it.',
  input: v.strictObject({ code: deviceCode, answer: v.picklist(['allow', 'deny']) }),
  output: v.object({
    /** to enter at the machine; null: another device, or a machine without keys, which must be in the network of the caller */
    digits: v.nullable(v.string()),
    /** until which a machine accepts the digits, unix seconds; null: no machine */
    expireTime: v.nullable(v.number()),
  }),
  errors: [
    'incorrect_code',
    'proof_required',
    'restricted',
    'machine_unknown',
    'machine_training_missing',
    'machine_pairing_elsewhere',
  ],
})

export const getPairingOutcome = endpoint({
  method: 'POST',
  path: '/v1/activate/outcome',
  access: 'signed-in',
  summary: 'What became of a login that the caller has allowed a machine.',
  input: v.strictObject({ code: deviceCode }),
  output: v.object({
    /**
     * `waiting`: for the digits; `done`: logged in; `requested`: the owner of the machine is asked for it; `refused`: wrong digits, or no
     * right on the machine; `expired`: no digits in time
     */
    state: v.picklist(['waiting', 'done', 'requested', 'refused', 'expired']),
  }),
  errors: ['incorrect_code'],
})

export const listGrantedApps = endpoint({
  method: 'GET',
  path: '/v1/user/apps',
  access: 'signed-in',
  summary: 'The apps that have access to the account by OpenID Connect, the newest first.',
  input: v.strictObject({}),
  output: v.object({
    items: v.array(
      v.object({
        client: openIdClient,
        scopes: v.array(v.string()),
        apis: v.array(openIdApi),
        /** unix seconds */
        since: v.number(),
        /** sessions in which the app is used */
        sessions: v.number(),
        /** the access goes on after logout */
        offline: v.boolean(),
      }),
    ),
    /** apps that have no access now, and why it ended within the last 30 days */
    ended: v.array(
      v.object({
        client: openIdClient,
        reason: v.picklist(GRANT_END_WORDS),
        /** unix seconds */
        at: v.number(),
      }),
    ),
  }),
})

export const withdrawApp = endpoint({
  method: 'POST',
  path: '/v1/user/apps/withdraw',
  access: 'signed-in',
  summary: 'Withdraws the access of an app: all its tokens end.',
  input: v.strictObject({ clientId: v.union([opaqueToken, clientAddress], 'invalid') }),
  output: v.object({
    /** grants that ended */
    ended: v.number(),
  }),
})
