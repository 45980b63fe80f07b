/** What an audit row says about its operator besides the name. It holds for every row that is written while a command runs. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface OperatorEvidence {
  /**
   * what proves the name: `login:UID` (login uid of the kernel), `token:ID` (an operator's token), `session:ID` (a session of the
   * console), or `user:UID` (user of the process, who may be shared), which proves nothing
   */
  readonly source: string
  /** the name that was typed, which proves nothing; null: none */
  readonly stated: string | null
  /** why the operator acts; stands in the detail of each row */
  readonly reason?: string | undefined
  /** number of the support case; likewise */
  readonly caseNumber?: string | undefined
  /** login uid of the session, also beside a token */
  readonly login?: string | undefined
  /** id of the operator to whom the token or the session belongs */
  readonly operatorId?: string | undefined
  /** whether acts of two persons need two operators, not logins to the machine */
  readonly production?: boolean | undefined
  /** undefined: all */
  readonly roles?: readonly string[] | undefined
  /** called with each audit row, and whom it is about */
  readonly onAudit?: ((uid: string | null) => void) | undefined
}

export const isProven = (source: string): boolean => /^(?:login|token|session):/.test(source)

const storage = new AsyncLocalStorage<OperatorEvidence>()

export const withOperatorEvidence = <T>(evidence: OperatorEvidence, work: () => Promise<T>): Promise<T> =>
  storage.run(evidence, work)

export const currentOperatorEvidence = (): OperatorEvidence | undefined => storage.getStore()
