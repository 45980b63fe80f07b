/** What the operations and the demo may import of machines: their keys. */
export { claimCardOf, claimCodeAt, deriveMachineKeys, type MachineKeyLabel } from './machine/machine-keys.ts'
