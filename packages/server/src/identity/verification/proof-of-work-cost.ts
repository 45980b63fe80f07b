/**
 * Iterations of PBKDF2-SHA-256 that one derivation of a challenge takes. A file of its own, because tests in vitest replace this
 * module by `test/support/cheap-proof-of-work.ts`.
 */
export const PROOF_OF_WORK_COST = 2_000
