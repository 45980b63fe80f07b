import type { Machine, MachineRequest } from './machines-query.ts'

/** A machine for component tests. */
export const testMachine = (changes: Partial<Machine> = {}): Machine => ({
  id: 'm_Vv9Qm1c0RkS0c2b5t1o2Vw',
  sn: 'KERFDEMOLASER0000000001',
  name: 'Big laser',
  line: 'laser',
  role: 'owner',
  until: null,
  owner: { kind: 'personal', name: 'Ada' },
  lost: false,
  transferring: false,
  course: null,
  trained: true,
  passDays: 7,
  workshop: null,
  ...changes,
})

/** A request that the owner of the machine answers. */
export const testRequest = (changes: Partial<MachineRequest> = {}): MachineRequest => ({
  side: 'owner',
  machine: 'm_Vv9Qm1c0RkS0c2b5t1o2Vw',
  line: 'laser',
  snEnd: '000001',
  state: 'open',
  since: 1_800_000_000,
  reviewFrom: 1_802_592_000,
  ...changes,
})
