/** Passkeys: discoverable WebAuthn credentials with user verification. Options and credentials have the JSON forms of WebAuthn Level 3. */
import * as v from 'valibot'
import { endpoint, VERIFICATION_CODE_ERRORS } from '../endpoint.ts'
import {
  agreement,
  codeFields,
  email,
  humanTicket,
  opaqueToken,
  sessionResult,
  signInAgreement,
  unixSeconds,
  verificationCode,
} from '../fields.ts'
import { PASSKEY_NAME_LENGTH_MAX } from '../limits.ts'

/** Base64url without padding. A credential id has at most 1023 bytes (WebAuthn section 4). */
const base64url = (maxLength: number) =>
  v.pipe(
    v.string('required'),
    v.nonEmpty('required'),
    v.maxLength(maxLength, 'invalid'),
    v.regex(/^[\w-]+$/, 'invalid'),
  )

const credentialId = base64url(1364)
const clientData = base64url(8192)

/** Members that a browser adds are ignored: newer browsers send more of them. */
const credential = <const R extends v.ObjectEntries>(response: R) =>
  v.object({
    id: credentialId,
    rawId: credentialId,
    type: v.literal('public-key', 'invalid'),
    response: v.object({ clientDataJSON: clientData, ...response }),
    authenticatorAttachment: v.nullish(v.pipe(v.string(), v.maxLength(32, 'invalid'))),
  })

/** `AuthenticationResponseJSON` */
export const assertedPasskey = credential({
  authenticatorData: base64url(8192),
  signature: base64url(8192),
  userHandle: v.nullish(base64url(128)),
})

const transport = v.pipe(v.string(), v.maxLength(32, 'invalid'), v.regex(/^[a-z-]+$/, 'invalid'))

/** `RegistrationResponseJSON` */
export const createdPasskey = credential({
  attestationObject: base64url(65_536),
  transports: v.optional(v.pipe(v.array(transport), v.maxLength(16, 'invalid'))),
})

const descriptor = v.object({
  type: v.literal('public-key'),
  id: v.string(),
  transports: v.array(v.string()),
})

/** `PublicKeyCredentialRequestOptionsJSON` */
export const requestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  allowCredentials: v.array(descriptor),
})

/** `PublicKeyCredentialCreationOptionsJSON` */
const creationOptions = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(descriptor),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
})

/** The name that the owner gave, at most `PASSKEY_NAME_LENGTH_MAX` characters. '' removes it. */
const passkeyName = v.pipe(
  v.string('required'),
  v.trim(),
  v.maxCodePoints(PASSKEY_NAME_LENGTH_MAX, 'too_long'),
  v.regex(/^\P{C}*$/u, 'invalid'),
)

export const getPasskeyLoginOptions = endpoint({
  method: 'POST',
  path: '/v1/login/passkey/options',
  access: 'anyone',
  summary:
    'Options for `navigator.credentials.get` on the login page. The challenge can be used once, within ten minutes, from this browser. 20002 where the host of the portal cannot have passkeys.',
  input: v.strictObject({}),
  output: v.object({ options: requestOptions }),
  errors: ['not_found'],
})

export const loginByPasskey = endpoint({
  method: 'POST',
  path: '/v1/login/passkey',
  access: 'anyone',
  summary:
    'Logs in with a passkey. It proves possession and the person: no second factor is asked. A passkey whose counter falls back is suspended, and its owner is notified.',
  input: v.strictObject({
    credential: assertedPasskey,
    remember: v.optional(v.boolean(), false),
    agreement: signInAgreement,
  }),
  output: sessionResult,
  errors: ['account_ban', 'agreement_required', 'expired', 'passkey_rejected', 'passkey_unknown'],
})

export const getPasskeyRegisterOptions = endpoint({
  method: 'POST',
  path: '/v1/register/passkey/options',
  access: 'anyone',
  summary:
    'Options for `navigator.credentials.create` of a new account. Tries the verification code of scene register and does not consume it.',
  input: v.strictObject({ email, captcha: verificationCode, nonce: opaqueToken, ticket: humanTicket }),
  output: v.object({ options: creationOptions }),
  errors: ['not_found', 'invalid_email', ...VERIFICATION_CODE_ERRORS],
})

export const registerByPasskey = endpoint({
  method: 'POST',
  path: '/v1/register/passkey',
  access: 'anyone',
  summary:
    'Creates a personal account without a password for a verified email address, with its first passkey, and logs in.',
  input: v.strictObject({
    email,
    ...codeFields,
    agreement,
    credential: createdPasskey,
    ticket: humanTicket,
  }),
  output: sessionResult,
  errors: ['has_account', 'invalid_email', 'passkey_rejected', ...VERIFICATION_CODE_ERRORS],
})

export const passkeySchema = v.object({
  /** credential id, base64url */
  id: v.string(),
  /** given by the owner; '' if none */
  name: v.string(),
  /** of the password manager or security key, from its AAGUID; '' if unknown */
  provider: v.string(),
  /** stored by a password manager that copies it to other devices */
  synced: v.boolean(),
  /** refused since its counter fell back: it may have been copied */
  suspended: v.boolean(),
  createdAt: unixSeconds,
  lastUsedAt: v.nullable(unixSeconds),
  location: v.string(),
  application: v.string(),
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/v1/user/passkey',
  access: 'personal',
  summary:
    'Passkeys of the account, oldest first, with what the browser’s signal API needs. `rpId` is empty where the host of the portal cannot have passkeys.',
  input: v.strictObject({}),
  output: v.object({ rpId: v.string(), userHandle: v.string(), passkeys: v.array(passkeySchema) }),
})

export const getPasskeyCreationOptions = endpoint({
  method: 'POST',
  path: '/v1/user/passkey/options',
  access: 'personal',
  underDefaultPassword: 'never',
  summary: 'Options for `navigator.credentials.create` of another passkey, after reauthentication.',
  input: v.strictObject({}),
  output: v.object({ options: creationOptions }),
  errors: ['not_found', 'proof_required', 'passkey_limit'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/user/passkey',
  access: 'personal',
  underDefaultPassword: 'never',
  summary: 'Adds a passkey to the account, after reauthentication. Notifies the owner by mail.',
  input: v.strictObject({ credential: createdPasskey }),
  output: v.object({ passkey: passkeySchema }),
  errors: ['proof_required', 'expired', 'passkey_limit', 'passkey_rejected'],
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/v1/user/passkey',
  access: 'personal',
  underDefaultPassword: 'never',
  summary: 'Sets the name that the owner sees. An empty name shows the one of the password manager again.',
  input: v.strictObject({ passkey: credentialId, name: passkeyName }),
  errors: ['not_found'],
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/v1/user/passkey/remove',
  access: 'personal',
  underDefaultPassword: 'never',
  summary:
    'Removes a passkey, after reauthentication, but never the last login method. Does nothing for an unknown one. Notifies the owner by mail.',
  input: v.strictObject({ passkey: credentialId }),
  errors: ['proof_required', 'last_sign_in_method'],
})

export const getPasskeyProofOptions = endpoint({
  method: 'POST',
  path: '/v1/user/verify/passkey/options',
  access: 'personal',
  summary: 'Options for `navigator.credentials.get` that reauthenticates with a passkey of the account.',
  input: v.strictObject({}),
  output: v.object({ options: requestOptions }),
  errors: ['not_found'],
})
