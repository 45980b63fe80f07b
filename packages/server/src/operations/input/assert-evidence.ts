import { OperationError } from './operation-error.ts'

const EVIDENCE_MAX = 80

/** A reference of evidence. The second operator compares it with the evidence, which the portal does not keep. Throws an OperationError. */
export function assertEvidence(evidence: string): void {
  if (!/^[\w./ -]+$/.test(evidence) || evidence.length > EVIDENCE_MAX)
    throw new OperationError(
      `The reference of the evidence has 1 to ${EVIDENCE_MAX} letters, digits, spaces and "./-", such as a case number.`,
    )
}
