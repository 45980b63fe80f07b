/** What the operations and the demo may import of machines: their keys, what their lines demand, and the records of lost rights. */
export { type ReplayedLosses, replayLosses, writeMissingLossRecords } from './loss/loss-records.ts'
export { claimCardOf, claimCodeAt, deriveMachineKeys, type MachineKeyLabel } from './machine/machine-keys.ts'
export { removeDemand, setDemand } from './machine/training-store.ts'
