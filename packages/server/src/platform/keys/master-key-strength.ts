/** Recognizes master keys that were typed, repeated or counted instead of generated (S-126). */

/** A random key has fewer distinct values than this with a probability below one in a million. */
const DISTINCT_BYTES_MIN = 20
const DISTINCT_CHARACTERS_MIN = 18
const DISTINCT_STEPS_MIN = 16

export const WEAK_MASTER_KEY =
  'is not random: it repeats, counts or spells something. Generate one: openssl rand -base64 32 | tr +/ -_'

/** `text`: 32 bytes in base64url. */
export function isWeakMasterKey(text: string): boolean {
  const bytes = [...Buffer.from(text, 'base64url')]
  const steps = bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256)
  return (
    new Set(bytes).size < DISTINCT_BYTES_MIN ||
    new Set(text).size < DISTINCT_CHARACTERS_MIN ||
    new Set(steps).size < DISTINCT_STEPS_MIN ||
    // Encoded text, for example a pass phrase.
    bytes.every(byte => byte >= 0x20 && byte < 0x7f)
  )
}
