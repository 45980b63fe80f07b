/** What the pairing of a machine asks of the wing that knows machines. */
import type { Caller } from '../../../platform/audit/caller.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { PairedPerson } from '../tokens/openid-claims.ts'

export interface MachineLabel {
  readonly line: string
  /** last characters of the serial number */
  readonly snEnd: string
}

export interface BoundSession {
  readonly machine: string
  /** how texts name the machine */
  readonly label: string
  readonly trained: boolean
  /** end of the role or of what the certificate allows, unix seconds; null: without end */
  readonly until: number | null
}

export interface PairingMachines {
  /** The client key of a serial number in hexadecimal. One that nobody has for those that are unknown or distrusted, or have no keys. */
  findClientKey(sn: string): Promise<string>
  describe(sn: string): Promise<MachineLabel>
  /** Throws what refuses the scope `machine_session` before the person allows it: `machine_unknown`, `machine_training_missing`. */
  assertMayStart(uid: string, sn: string, caller: Caller): Promise<void>
  /** Limits claims as those by a code. */
  limitClaims(uid: string, caller: Caller): Promise<void>
  /**
   * Makes the account the owner of a machine that has none. `requested`: the owner is asked. `logsIn`: the person wants to use the
   * machine, so somebody with a role asks for nothing more.
   */
  claim(
    claim: {
      readonly uid: string
      readonly sn: string
      readonly resetNumber: number
      readonly logsIn: boolean
    },
    caller: Caller,
  ): Promise<'own' | 'requested' | 'refused'>
  /**
   * Ends the session of the person before at the machine, and notes the next one. undefined: no role, or no training although it is
   * needed.
   */
  bindSession(
    tx: Queryable,
    binding: {
      readonly uid: string
      readonly sn: string
      readonly handle: string
      readonly needsTraining: boolean
    },
  ): Promise<BoundSession | undefined>
  /** The person whose session at the machine this is, with a role that is live now. */
  findPerson(session: {
    readonly uid: string
    readonly sn: string
    readonly handle: string
  }): Promise<PairedPerson | undefined>
}
