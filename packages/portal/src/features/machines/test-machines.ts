import type { Machine } from './machines-query.ts'

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
  workshop: null,
  ...changes,
})
