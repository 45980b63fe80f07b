import { OperationError } from './operation-error.ts'

const EVIDENCE_MAX = 80

/** A reference of evidence. The second operator compares it with the evidence, which the portal does not keep. Throws an OperationError. */
export function assertEvidence(evidence: string): void {
  if (!/^[\w./ -]+$/.test(evidence) || evidence.length > EVIDENCE_MAX)
    throw new OperationError('evidence_invalid', { max: EVIDENCE_MAX })
}
