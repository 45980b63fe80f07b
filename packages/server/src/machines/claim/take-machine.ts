/** Makes the account that has proven possession the owner of a machine, or asks its owner for it. */
import { randomBytes } from 'node:crypto'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type MachineView, showMachine } from '../machine/describe-machine.ts'
import { insertMachine, isOwned, type MachineState, registerMachine } from '../machine/machine-store.ts'
import { lockForMachine } from '../machine/workshop-rights.ts'
import { recordCardUse } from './card-store.ts'
import { setOwner } from './change-owner.ts'
import { takeOwnership } from './claim-store.ts'
import { type MachineRequest, openRequest } from './request-machine.ts'

export interface ProvenClaim {
  readonly uid: string
  readonly sn: string
  /** of the serial number */
  readonly hash: Buffer
  readonly line: string
  /** undefined: nobody has claimed it */
  readonly state: MachineState | undefined
  readonly resetNumber: number
  readonly by: 'code' | 'card' | 'pairing'
  /** keyed hash of the code, if it is a card */
  readonly card?: Buffer
  /** whose admin the account is, and which becomes the owner */
  readonly workshop?: string | undefined
}

export type Taken =
  | { readonly machine: MachineView }
  | { readonly request: MachineRequest }
  | { readonly refused: 'owned' | 'lost' }

/** One of several at once takes the machine. A card makes no request. */
export async function takeMachine(
  deps: Pick<PlatformServices, 'db' | 'mail'>,
  { uid, sn, hash, line, state, resetNumber, by, card, workshop }: ProvenClaim,
  caller: Caller,
): Promise<Taken> {
  if (state && isOwned(state) && state.lost) return { refused: 'lost' }
  if (state && isOwned(state)) {
    const { id, ownership } = state
    const asked = { uid, machine: id, ownership, resetNumber, sn, line }
    const request = by === 'card' ? undefined : await openRequest(deps, asked, caller)
    return request ? { request } : { refused: 'owned' }
  }
  return deps.db.transaction(async tx => {
    if (workshop !== undefined) await lockForMachine(tx, workshop, uid)
    const [registered] = await registerMachine(tx, {
      hash,
      machine: `m_${randomBytes(16).toString('base64url')}`,
    })
    if (!registered) throw new Error('a machine was not registered')
    const machine = registered.machine
    await insertMachine(tx, { id: machine, sn, line })
    const ownership = state?.ownership ?? '0'
    const owner = { machine, workshop: workshop ?? null } as const
    const [taken] = await takeOwnership(tx, { ...owner, ownership, resetNumber, byCard: by === 'card' })
    if (!taken) return { refused: 'owned' }
    await setOwner(tx, { ...owner, uid, former: null, ...taken }, 'machine.claimed')
    if (by === 'card' && card) await recordCardUse(tx, { machine, uid, card })
    await writeAudit(tx, {
      ...{ event: 'machine.claim', outcome: 'ok', uid },
      ...auditContext(caller),
      detail: { machine, by, ...(workshop !== undefined && { workshop }) },
    })
    // Afterwards the account may have lost it again.
    return { machine: await showMachine(tx, machine, uid) }
  })
}
