import type { Workshop, WorkshopAct, WorkshopMember } from '../owner/workshops-query.ts'

/** A workshop for component tests. */
export const testWorkshop = (changes: Partial<Workshop> = {}): Workshop => ({
  id: 'w_Vv9Qm1c0RkS0c2b5t1o2Vw',
  name: 'Attic',
  role: 'admin',
  waiting: false,
  members: 3,
  requests: 0,
  machines: 1,
  onlyAdmin: false,
  acts: [],
  ...changes,
})

export const testMember = (name: string, changes: Partial<WorkshopMember> = {}): WorkshopMember => ({
  handle: `${name.toLowerCase()}-handle`,
  name,
  role: 'member',
  waiting: false,
  self: false,
  ...changes,
})

export const testAct = (changes: Partial<WorkshopAct> = {}): WorkshopAct => ({
  id: 'act-1',
  kind: 'release',
  machine: 'm_Vv9Qm1c0RkS0c2b5t1o2Vw',
  name: 'Big laser',
  by: 'Bo',
  effectTime: 1_800_000_000,
  ...changes,
})
