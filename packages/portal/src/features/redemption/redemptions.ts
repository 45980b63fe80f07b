/** What is known of an account's redemptions: facts in, next facts out. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getRedemptions } from '@kerf/contract/endpoints/redemption'
import type { ListedPages } from '../../lib/use-paged.ts'

type Answer = OutputOf<typeof getRedemptions>
export type Redemption = Answer['items'][number]

export interface Listed extends ListedPages {
  readonly items: readonly Redemption[]
}

export const listed = ({ items, next }: Answer): Listed => ({ kind: 'listed', items, next, more: 'idle' })

/** Adds a page; one that came twice is kept once. */
export function withMore(before: Listed, { items, next }: Answer): Listed {
  const known = new Set(before.items.map(({ code }) => code))
  const fresh = items.filter(({ code }) => !known.has(code))
  return { kind: 'listed', items: [...before.items, ...fresh], next, more: 'idle' }
}
