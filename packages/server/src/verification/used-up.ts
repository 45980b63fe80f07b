/**
 * SQL: whether the code on the nonce hash in a parameter was used up by this very transaction, whose time is `now()`: a
 * statement sent together with the try of a code goes by it.
 */
export const usedUpNow = (parameter: string): string =>
  `exists (select from verification where nonce_hash = ${parameter} and consumed_at = now())`
