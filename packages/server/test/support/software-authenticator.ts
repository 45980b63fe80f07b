/** A WebAuthn authenticator and browser in software: real CBOR, COSE keys, authenticator data and signatures (WebAuthn sections 6 and 7). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign as signBytes } from 'node:crypto'

type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 0x100) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

/** The subset of CBOR (RFC 8949) that WebAuthn uses. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value])
  const entries = [...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)])
  return Buffer.concat([cborHead(5, value.size), ...entries])
}

const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()

/** Flags of authenticator data (section 6.1). */
export const FLAGS = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
} as const

/** What a page of an honest browser would send. Tests change single members. */
export interface CeremonyContext {
  readonly origin: string
  readonly rpId?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  readonly type?: string
  readonly challenge?: string
  readonly flags?: number
}

interface AuthenticatorOptions {
  /** false: the counter stays 0, as that of a synced passkey */
  readonly counts?: boolean
  readonly aaguid?: string
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

const VERIFIED = FLAGS.userPresent | FLAGS.userVerified | FLAGS.backupEligible | FLAGS.backedUp

/** An authenticator that holds one ES256 credential. */
export class SoftwareAuthenticator {
  readonly id: Buffer = randomBytes(32)
  readonly #counts: boolean
  readonly #aaguid: Buffer
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #userHandle = randomBytes(16).toString('base64url')
  #signCount = 0

  constructor({ counts = true, aaguid = '00000000-0000-0000-0000-000000000000' }: AuthenticatorOptions = {}) {
    this.#counts = counts
    this.#aaguid = Buffer.from(aaguid.replaceAll('-', ''), 'hex')
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  /** Sets the counter back, as that of a copy made earlier is behind. */
  rewind(uses: number): void {
    this.#signCount -= uses
  }

  #authenticatorData(rpId: string, flags: number, attested?: Buffer): Buffer {
    if (this.#counts) this.#signCount += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#signCount)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, ...(attested ? [attested] : [])])
  }

  #credential<R>(response: R) {
    const id = this.id.toString('base64url')
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
      response,
    }
  }

  create(options: CreationOptions, context: CeremonyContext) {
    this.#userHandle = options.user.id
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const coseKey = encodeCbor(
      new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const authData = this.#authenticatorData(
      context.rpId ?? options.rp.id,
      (context.flags ?? VERIFIED) | FLAGS.attested,
      Buffer.concat([this.#aaguid, length, this.id, coseKey]),
    )
    const attestationObject = encodeCbor(
      new Map<string, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', options.challenge, context),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 'hybrid'],
    })
  }

  get(options: RequestOptions, context: CeremonyContext) {
    const clientDataJSON = clientData('webauthn.get', options.challenge, context)
    const authData = this.#authenticatorData(context.rpId ?? options.rpId, context.flags ?? VERIFIED)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return this.#credential({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signBytes('sha256', signed, this.#privateKey).toString('base64url'),
      userHandle: this.#userHandle,
    })
  }
}

const clientData = (type: string, challenge: string, context: CeremonyContext): string =>
  Buffer.from(
    JSON.stringify({
      type: context.type ?? type,
      challenge: context.challenge ?? challenge,
      origin: context.origin,
      crossOrigin: context.crossOrigin ?? false,
      ...(context.topOrigin !== undefined && { topOrigin: context.topOrigin }),
    }),
  ).toString('base64url')
