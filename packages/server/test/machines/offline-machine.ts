/** A machine without a network, with the key that the factory put into it. */
import { checkPass, fromBase45, NEW_MACHINE, type PassState } from '../../src/demo/machine/check-pass.ts'
import { provisionMachine } from '../../src/operations/machine/machines.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import type { TestServer } from '../support/test-server.ts'

export interface OfflineMachine {
  /** result of the check; an accepted pass is stored */
  present(pass: string, clock?: number): string
  /** time powered on, in seconds */
  run(seconds: number): void
  state(): PassState
}

export async function createOfflineMachine(server: TestServer, sn: string): Promise<OfflineMachine> {
  const provisioned = await runAsOperator(server, (db, keys) =>
    provisionMachine(db, keys, { sn, operator: 'lin' }),
  )
  const key = Buffer.from(provisioned.machineKeys?.pass ?? '', 'hex')
  let state = NEW_MACHINE
  return {
    present(pass, clock = 0) {
      const decision = checkPass(state, key, fromBase45(pass), BigInt(clock))
      state = decision.state
      return decision.result
    },
    run(seconds) {
      if (state.knownTime > 0n) state = { ...state, knownTime: state.knownTime + BigInt(seconds) }
    },
    state: () => state,
  }
}
