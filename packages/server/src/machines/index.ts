/** What the operations may import of machines: their keys. */
export { claimCardOf, deriveMachineKeys, type MachineKeyLabel } from './machine/machine-keys.ts'
