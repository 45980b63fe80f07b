/** Creates claim, sharing and hand-over of machines, and workshops, and adds their routes. */

import { HOUR_SECONDS } from '@kerf/contract/limits'
import { answerMachineRequest, claimMachine } from '@kerf/contract/machines/machines'
import type { AddRoute, HumanCheck, PairingMachines } from '../identity/index.ts'
import type { Caller } from '../platform/audit/caller.ts'
import { createGlobalThreshold } from '../platform/limits/global-threshold.ts'
import type { PlatformServices } from '../platform/services.ts'
import { createClaims } from './claim/claim-machine.ts'
import { claimRoutes } from './claim/claim-routes.ts'
import { machineRoutes } from './machine/machine-routes.ts'
import { createPairingMachines } from './pairing/pairing-machines.ts'
import { createPasses } from './passes/issue-pass.ts'
import { passRoutes } from './passes/pass-routes.ts'
import { answerRequest } from './sharing/answer-request.ts'
import { createHandOver } from './sharing/hand-over-machine.ts'
import { createSharing } from './sharing/share-machine.ts'
import { sharingRoutes } from './sharing/sharing-routes.ts'
import { createJoining } from './workshops/join-workshop.ts'
import { createMembers } from './workshops/manage-members.ts'
import { createWorkshops } from './workshops/manage-workshop.ts'
import { workshopRoutes } from './workshops/workshop-routes.ts'

export { renewCards } from './claim/renew-cards.ts'
export { MACHINE_REQUESTS_JOB, remindMachineRequestsTask } from './claim/request-machine.ts'
export {
  MISSING_LOSS_RECORDS_JOB,
  writeLossRecordTask,
  writeMissingLossRecordsTask,
} from './loss/loss-records.ts'
export { readMachineClaims, readMachineRights } from './machine/describe-machine.ts'
export { LOSS_RECORD_JOB } from './machine/record-loss.ts'
export { CERTIFICATE_REMINDERS_JOB, remindCertificatesTask } from './machine/remind-certificates.ts'
export { carryOutWorkshopActsTask, WORKSHOP_ACTS_JOB } from './workshops/carry-out-acts.ts'

export interface MachinesOptions extends PlatformServices {
  readonly add: AddRoute
  readonly human: HumanCheck
}

/** Page of the courses. */
const courseUrlOf =
  (publicUrl: PlatformServices['publicUrl']) =>
  (lang: Caller['lang']): string =>
    new URL(`/${lang}/profile/training`, publicUrl()).href

/** For the logins of machines (RFC 8628). */
export const openPairingMachines = (platform: PlatformServices): PairingMachines =>
  createPairingMachines({ ...platform, courseUrl: courseUrlOf(platform.publicUrl) })

/** Actions that `/metrics` counts, by path. */
export const MACHINES_ACTIONS: ReadonlyMap<string, string> = new Map([[claimMachine.path, 'machine_claim']])

/** Wrong codes of all machines within an hour. Past it each try needs a human check. */
const WRONG_CODES_PER_HOUR = 100

export function openMachines(options: MachinesOptions): void {
  const { add, db, keys, limiter, human, limitsDb, clock, onError, publicUrl, mail } = options
  // Behind `#`, which servers and logs do not see.
  const joinUrl = (lang: Caller['lang'], code: string): string =>
    new URL(`/${lang}/machines/join#${code}`, publicUrl()).href
  const threshold = createGlobalThreshold(
    limitsDb,
    { key: 'global:machine-codes', limit: WRONG_CODES_PER_HOUR, seconds: HOUR_SECONDS },
    onError,
  )
  machineRoutes(add, options)
  passRoutes(add, createPasses({ db, keys, limiter, clock, courseUrl: courseUrlOf(publicUrl) }))
  claimRoutes(add, createClaims({ db, keys, limiter, mail, human, threshold }))
  const sharing = createSharing({ db, limiter, clock, joinUrl })
  sharingRoutes(add, db, sharing, createHandOver({ db, mail, joinUrl }))
  add(answerMachineRequest, (input, { session, caller, params: { machine = '' } }) =>
    answerRequest({ db, mail }, session, { machine, ...input }, caller),
  )
  workshopRoutes(add, db, {
    workshops: createWorkshops({ db, limiter, mail }),
    members: createMembers({ db, mail, clock }),
    joining: createJoining({ db, limiter, joinUrl }),
  })
}
