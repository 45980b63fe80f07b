/**
 * Replaces `proof-of-work-cost.ts` for the tests that run in vitest: solving is work for the caller's machine, which here is the
 * machine of the tests. How often a challenge derives stays as it is.
 */
export const PROOF_OF_WORK_COST = 20
