/** What an audit row says about its operator besides the name. It holds for every row that is written while a command runs. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface OperatorEvidence {
  /** what proves the name: `login:UID` (login uid of the kernel) or `user:UID` (user of the process, who may be shared) */
  readonly source: string
  /** the name that was typed, which proves nothing; null: none */
  readonly stated: string | null
}

const storage = new AsyncLocalStorage<OperatorEvidence>()

export const withOperatorEvidence = <T>(evidence: OperatorEvidence, work: () => Promise<T>): Promise<T> =>
  storage.run(evidence, work)

export const currentOperatorEvidence = (): OperatorEvidence | undefined => storage.getStore()
