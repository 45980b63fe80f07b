/** Iterations of PBKDF2-SHA-256 that one derivation of a challenge takes. */
export const PROOF_OF_WORK_COST = 2_000
