/** What the operations and the demo may import of machines: their keys, and what their lines demand. */
export { claimCardOf, claimCodeAt, deriveMachineKeys, type MachineKeyLabel } from './machine/machine-keys.ts'
export { removeDemand, setDemand } from './machine/training-store.ts'
