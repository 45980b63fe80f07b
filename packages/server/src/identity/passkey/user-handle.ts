/** The user handle of a passkey: the 16 bytes of the uid, which says nothing about the person (WebAuthn section 14.6.1). */

const UID_BYTES = 16

export const userHandle = (uid: string): Buffer => Buffer.from(uid.replaceAll('-', ''), 'hex')

/** Returns undefined for a user handle that is not one of ours. */
export function uidOfHandle(handle: Buffer): string | undefined {
  if (handle.length !== UID_BYTES) return undefined
  return handle.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
