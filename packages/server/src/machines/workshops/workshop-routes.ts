import {
  approveWorkshopMember,
  createWorkshop,
  describeWorkshop,
  dissolveWorkshop,
  inviteToWorkshop,
  joinWorkshop,
  listWorkshopMembers,
  listWorkshops,
  makeWorkshopAdmin,
  removeWorkshopMember,
  renameWorkshop,
  shareWithWorkshopMember,
  stopWorkshopAct,
  withdrawWorkshopInvitation,
} from '@kerf/contract/machines/workshops'
import { normalizeLine } from '@kerf/contract/user-text'
import type { AddRoute } from '../../identity/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { drawQrCode } from '../../platform/qr-code/draw-qr-code.ts'
import { listMembersFor, listOwnWorkshops } from './describe-workshops.ts'
import type { Joining } from './join-workshop.ts'
import type { Members } from './manage-members.ts'
import type { Workshops } from './manage-workshop.ts'

export function workshopRoutes(
  add: AddRoute,
  db: Database,
  {
    workshops,
    members,
    joining,
  }: { readonly workshops: Workshops; readonly members: Members; readonly joining: Joining },
): void {
  add(listWorkshops, async (_, { session }) => ({ workshops: await listOwnWorkshops(db, session.uid) }))
  add(createWorkshop, async ({ name }, { session, caller }) => ({
    workshop: await workshops.create(session, normalizeLine(name), caller),
  }))
  add(renameWorkshop, async ({ name }, { session, caller, params: { workshop = '' } }) => {
    await workshops.rename(session, workshop, normalizeLine(name), caller)
    return {}
  })
  add(listWorkshopMembers, (_, { session, params: { workshop = '' } }) =>
    listMembersFor(db, workshop, session.uid),
  )
  add(inviteToWorkshop, async (_, { session, caller, params: { workshop = '' } }) => {
    const invited = await joining.invite(session, workshop, caller)
    return { ...invited, qrCode: await drawQrCode(invited.url) }
  })
  add(
    withdrawWorkshopInvitation,
    async (_, { session, caller, params: { workshop = '', invitation = '' } }) => {
      await joining.withdraw(session, workshop, invitation, caller)
      return {}
    },
  )
  add(describeWorkshop, ({ code }, { session }) => joining.describe(session, code))
  add(joinWorkshop, ({ code }, { session, caller }) => joining.join(session, code, caller))
  add(approveWorkshopMember, async (_, { session, caller, params: { workshop = '', member = '' } }) => {
    await members.approve(session, workshop, member, caller)
    return {}
  })
  add(makeWorkshopAdmin, async (_, { session, caller, params: { workshop = '', member = '' } }) => {
    await members.makeAdmin(session, workshop, member, caller)
    return {}
  })
  add(
    shareWithWorkshopMember,
    async (input, { session, caller, params: { workshop = '', member: handle = '' } }) => {
      await members.share(session, { workshop, handle }, input, caller)
      return {}
    },
  )
  add(removeWorkshopMember, (_, { session, caller, params: { workshop = '', member = '' } }) =>
    members.remove(session, workshop, member, caller),
  )
  add(dissolveWorkshop, (_, { session, caller, params: { workshop = '' } }) =>
    workshops.dissolve(session, workshop, caller),
  )
  add(stopWorkshopAct, async (_, { session, caller, params: { workshop = '', act = '' } }) => {
    await workshops.stopAct(session, workshop, act, caller)
    return {}
  })
}
