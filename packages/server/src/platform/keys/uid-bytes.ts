/** A uid as the 16 bytes that it stands for: in tokens, ids, and user handles, which say nothing about the person (WebAuthn section 14.6.1). */

export const UID_BYTES = 16

export const uidToBytes = (uid: string): Buffer => Buffer.from(uid.replaceAll('-', ''), 'hex')

/** undefined: the bytes are no uid. */
export const uidFromBytes = (bytes: Buffer): string | undefined =>
  bytes.length === UID_BYTES
    ? bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    : undefined
