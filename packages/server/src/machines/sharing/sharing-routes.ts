import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  approveMachinePerson,
  cancelMachineTransfer,
  describeMachineOffer,
  inviteToMachine,
  listMachinePeople,
  releaseMachine,
  removeMachinePerson,
  setMachineLost,
  startMachineTransfer,
  withdrawMachineInvitation,
} from '@kerf/contract/machines/machines'
import { giveMachine } from '@kerf/contract/machines/workshops'
import type { AddRoute } from '../../identity/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { drawQrCode } from '../../platform/qr-code/draw-qr-code.ts'
import { describeOwner, displayName } from '../machine/describe-machine.ts'
import { serialNumberEnd } from '../machine/notify-people.ts'
import type { HandOver } from './hand-over-machine.ts'
import type { Sharing } from './share-machine.ts'

async function withQrCode<T extends { readonly url: string }>(offer: T): Promise<T & { qrCode: string }> {
  return { ...offer, qrCode: await drawQrCode(offer.url) }
}

export function sharingRoutes(add: AddRoute, db: Database, sharing: Sharing, handOver: HandOver): void {
  add(listMachinePeople, (_, { session, params: { machine = '' } }) => sharing.listOf(session.uid, machine))
  add(inviteToMachine, async (input, { session, caller, params: { machine = '' } }) =>
    withQrCode(await sharing.invite(session, machine, input, caller)),
  )
  add(describeMachineOffer, async ({ code }, { session }) => {
    const transfer = await handOver.findOpen(code)
    if (transfer)
      return {
        kind: 'transfer' as const,
        from: (await describeOwner(db, transfer)).name,
        name: '',
        line: transfer.line,
        snEnd: serialNumberEnd(transfer.sn),
        role: 'owner' as const,
        until: null,
        ownerSince: transfer.since,
        approval: false,
        expireTime: transfer.expire,
      }
    const { inviter, sn, name, line, role, until, approval, expire } = await sharing.findOpen(
      session.uid,
      code,
    )
    return {
      kind: 'invitation' as const,
      from: (await displayName(db, inviter)).name,
      name,
      line,
      snEnd: serialNumberEnd(sn),
      role,
      until,
      ownerSince: null,
      approval,
      expireTime: expire,
    }
  })
  add(acceptMachineInvitation, ({ code }, { session, caller }) => sharing.accept(session, code, caller))
  add(approveMachinePerson, async (_, { session, caller, params: { machine = '', handle = '' } }) => {
    await sharing.approve(session, machine, handle, caller)
    return {}
  })
  add(
    withdrawMachineInvitation,
    async (_, { session, caller, params: { machine = '', invitation = '' } }) => {
      await sharing.withdraw(session, machine, invitation, caller)
      return {}
    },
  )
  add(removeMachinePerson, (_, { session, caller, params: { machine = '', handle = '' } }) =>
    sharing.remove(session, machine, handle, caller),
  )
  add(startMachineTransfer, async (_, { session, caller, params: { machine = '' } }) =>
    withQrCode(await handOver.offer(session, machine, caller)),
  )
  add(cancelMachineTransfer, async (_, { session, caller, params: { machine = '' } }) => {
    await handOver.cancel(session, machine, caller)
    return {}
  })
  add(acceptMachineTransfer, async ({ code, workshop = null }, { session, caller }) => ({
    machine: await handOver.accept(session, code, workshop, caller),
  }))
  add(giveMachine, async ({ workshop }, { session, caller, params: { machine = '' } }) => {
    await handOver.give(session, machine, workshop, caller)
    return {}
  })
  add(releaseMachine, (_, { session, caller, params: { machine = '' } }) =>
    handOver.release(session, machine, caller),
  )
  add(setMachineLost, async ({ lost }, { session, caller, params: { machine = '' } }) => {
    await handOver.reportLost(session, machine, lost, caller)
    return {}
  })
}
