import { expect, test } from 'vitest'
import { listed, withMore } from './redemptions.ts'

const item = (code: string) => ({
  benefit: 'Pro year',
  effectTime: 1,
  expireTime: 0,
  status: 'succeeded' as const,
  code,
})

test('a page that overlaps the one before adds only what is new', () => {
  const first = listed({ items: [item('A'), item('B')], next: '7' })
  const both = withMore({ ...first, more: 'pending' }, { items: [item('B'), item('C')], next: null })
  expect(both.items.map(({ code }) => code)).toEqual(['A', 'B', 'C'])
  expect([both.next, both.more]).toEqual([null, 'idle'])
})
