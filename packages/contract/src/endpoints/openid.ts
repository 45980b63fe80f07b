import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { opaqueToken } from '../fields.ts'

/** The app that asks, as the screens show it. */
const openIdClient = v.object({
  clientId: v.string(),
  name: v.string(),
  /** code of the brand */
  code: v.string(),
  party: v.picklist(['first', 'third']),
  type: v.picklist(['web', 'browser', 'native', 'device']),
  /** '' if unknown */
  homepageUrl: v.string(),
  privacyUrl: v.string(),
})

export const describeAuthorization = endpoint({
  method: 'POST',
  path: '/v1/authorize/flow',
  access: 'anyone',
  base: 'passport',
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
  base: 'passport',
  summary: 'Continues a login by OpenID Connect. The browser goes to the returned address next.',
  input: v.strictObject({
    flow: opaqueToken,
    /** `allow`: continue, with this account, with what the app asks for; `deny`: back to the app without a login */
    answer: v.picklist(['allow', 'deny']),
  }),
  output: v.object({ location: v.string() }),
  errors: ['expired', 'proof_required'],
})
