import { expect, test } from 'vitest'
import { joinPages } from './redemptions-query.ts'

const item = (code: string) => ({
  benefit: 'Pro year',
  effectTime: 1,
  expireTime: 0,
  status: 'succeeded' as const,
  code,
})

test('a page that overlaps the previous one adds only new redemptions', () => {
  const pages = [
    { items: [item('A'), item('B')], next: '7' },
    { items: [item('B'), item('C')], next: null },
  ]
  expect(joinPages({ pages }).map(({ code }) => code)).toEqual(['A', 'B', 'C'])
})
