/**
 * One mailbox: no list, display name, quoted local part or control character (S-018). The domain has letters and digits of
 * any script; the server converts it to A-labels. At most 64 characters before the `@` and 254 in all.
 */
// The length ends before white space, so that the pattern is also true of an address with white space around it.
export const EMAIL_ADDRESS =
  /^(?!\S*\.\.)(?=\S{1,254}\s*$)[^\s@,;:<>()[\]\\"\p{C}]{1,64}@[\p{L}\p{M}\p{N}_·-]+(?:\.[\p{L}\p{M}\p{N}_·-]+)+$/u

export const isEmailAddress = (value: string): boolean => EMAIL_ADDRESS.test(value)
