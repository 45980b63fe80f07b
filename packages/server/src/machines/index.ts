/** What the operations and the demo may import of machines. */
export { type CardCase, findCardCase, listCardCases, renewCard } from './claim/card-store.ts'
export { renewCards } from './claim/renew-cards.ts'
export {
  assumeLostPasses,
  type ReplayedLosses,
  replayLosses,
  writeMissingLossRecords,
} from './loss/loss-records.ts'
export {
  claimCardOf,
  claimCodeAt,
  deriveMachineKeys,
  hashRenewedCard,
  type MachineKeyLabel,
} from './machine/machine-keys.ts'
export { findDevice, findMachineState, findRegistered, isOwned } from './machine/machine-store.ts'
export { trainingFor } from './machine/training-demand.ts'
export { listDemands, removeDemand, setDemand } from './machine/training-store.ts'
export { findWorkshopName } from './machine/workshop-rights-store.ts'
export { mergeMachineRoles } from './merge/merge-roles.ts'
export { listMachineRoles } from './merge/merge-store.ts'
export {
  assignMachine,
  decideRequest,
  type MachineAct,
  renewMachine,
} from './sharing/act-as-operator.ts'
export {
  countTrusted,
  distrustDevice,
  distrustVersion,
  findMachineForOperators,
  findRequestForOperators,
  listRequestsForOperators,
  type MachineForOperators,
  type RequestForOperators,
  raiseGeneration,
} from './sharing/operator-store.ts'
export { listInvitationsOf } from './sharing/sharing-store.ts'
export { type WithdrawnActs, withdrawStartedSince } from './workshops/withdraw-started.ts'
export { listWorkshopIds } from './workshops/workshop-store.ts'
