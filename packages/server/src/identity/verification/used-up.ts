import type { Scene } from '@kerf/contract/fields'

/**
 * SQL: whether the code on the nonce hash in a parameter was used up for its receiver by this very transaction, whose time is
 * `now()`: a statement sent together with the try of a code goes by it.
 */
export const usedUpNow = (nonceHash: string, receiver: string, scene: Scene): string =>
  `exists (select from verification where nonce_hash = ${nonceHash} and receiver = ${receiver} and scene = '${scene}'
     and consumed_at = now())`
