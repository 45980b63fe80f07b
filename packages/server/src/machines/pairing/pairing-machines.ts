/** What the login of a machine needs of machines: its key, its role, and the one session of a person at it. */
import { DEFAULT_LINE, ensureLineKey, hashSerialNumber, loadLineKey } from '../../entitlements/index.ts'
import type { PairingMachines } from '../../identity/index.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { claimLimits } from '../claim/claim-limits.ts'
import { takeMachine } from '../claim/take-machine.ts'
import { displayName } from '../machine/describe-machine.ts'
import { deriveMachineKeys } from '../machine/machine-keys.ts'
import { findPairedRole, lockMachine, noteSession } from '../machine/machine-session-store.ts'
import { endMachineSessions } from '../machine/machine-sessions.ts'
import {
  findDevice,
  findMachineState,
  findRegistered,
  findRole,
  ownsMachine,
} from '../machine/machine-store.ts'
import { machineLabel, serialNumberEnd } from '../machine/notify-people.ts'
import { trainingFor } from '../machine/training-demand.ts'
import type { PassDependencies } from '../passes/issue-pass.ts'

type Dependencies = Pick<PlatformServices, 'db' | 'keys' | 'limiter' | 'mail'> &
  Pick<PassDependencies, 'courseUrl'>

export function createPairingMachines({ db, keys, limiter, mail, courseUrl }: Dependencies): PairingMachines {
  const findId = async (sn: string): Promise<string> => {
    const [registered] = await findRegistered(db, { hash: hashSerialNumber(keys.unlock, sn) })
    return registered?.machine ?? ''
  }

  return {
    // The same statements and computations for every serial number.
    async findClientKey(sn) {
      const [[device], newest] = await Promise.all([
        findDevice(db, { sn }),
        ensureLineKey(db, keys.wrapping, DEFAULT_LINE),
      ])
      const { line, key_version: version } = device ?? { line: DEFAULT_LINE, key_version: newest }
      const lineKey = await loadLineKey(db, keys.wrapping, line, version)
      const { client } = deriveMachineKeys(lineKey, { sn, generation: device?.generation ?? 1 })
      const decoy = keyedHash(keys.unlock, 'client of no machine', sn)
      const isUsable = device !== undefined && !device.distrusted && device.generation > 0
      return (isUsable ? client : decoy).toString('hex')
    },

    async describe(sn) {
      const [device] = await findDevice(db, { sn })
      return { line: device?.line ?? '', snEnd: serialNumberEnd(sn) }
    },

    async assertMayStart(uid, sn, caller) {
      const [role] = await findRole(db, { machine: await findId(sn), uid })
      if (!role) throw new ApiError('machine_unknown')
      const { course, trained } = await trainingFor(db, uid, role.line)
      if (!trained)
        throw new ApiError('machine_training_missing', { data: { course, url: courseUrl(caller.lang) } })
    },

    limitClaims: (uid, caller) => limiter.consume(...claimLimits(uid, caller)),

    async claim({ uid, sn, resetNumber, logsIn }, caller) {
      const hash = hashSerialNumber(keys.unlock, sn)
      const [[device], [registered]] = await Promise.all([
        findDevice(db, { sn }),
        findRegistered(db, { hash }),
      ])
      const [state] = await findMachineState(db, { machine: registered?.machine ?? '' })
      // A reset number below the last one is of a copied key, or of an old state.
      if (!device || resetNumber < Number(state?.reset_number ?? 0)) return 'refused'
      const [role] = state ? await findRole(db, { machine: state.id, uid }) : []
      if (role && ownsMachine(role)) return 'own'
      if (role && logsIn) return 'refused'
      const taken = await takeMachine(
        { db, mail },
        { uid, sn, hash, line: device.line, state, resetNumber, by: 'pairing' },
        caller,
      )
      return 'machine' in taken ? 'own' : 'request' in taken ? 'requested' : 'refused'
    },

    async bindSession(tx, { uid, sn, handle, needsTraining }) {
      const machine = await findId(sn)
      // Of two pairings at once the later one ends the session of the other.
      await lockMachine(tx, { machine })
      const [role] = await findRole(tx, { machine, uid })
      if (!role) return undefined
      const training = await trainingFor(tx, uid, role.line)
      if (needsTraining && !training.trained) return undefined
      await endMachineSessions(tx, machine)
      const [noted] = await noteSession(tx, { machine, uid, ownership: role.ownership, handle })
      if (!noted) return undefined
      const ends = [role.until, training.until].filter(end => end !== null)
      return {
        machine,
        label: machineLabel(role),
        trained: training.trained,
        until: ends.length > 0 ? Math.min(...ends) : null,
      }
    },

    async findPerson({ uid, sn, handle }) {
      const [found] = await findPairedRole(db, { machine: await findId(sn), uid, handle })
      if (!found) return undefined
      const { name } = await displayName(db, uid)
      return { name, ...found }
    },
  }
}
