/** What is known of an account's redemptions: facts in, next facts out. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { redemptions } from '@kerf/contract/endpoints/redemption'
import type { Explained } from '../../lib/explain.ts'

type Answer = OutputOf<typeof redemptions>
export type Redemption = Answer['items'][number]

export interface Listed {
  readonly kind: 'listed'
  readonly items: readonly Redemption[]
  /** cursor of the next page, or null at the end */
  readonly next: string | null
  /** the next page is on its way, or why it did not come */
  readonly more: 'idle' | 'pending' | Explained
}

export type RedemptionsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly fault: Explained }
  | Listed

export const listed = ({ items, next }: Answer): Listed => ({ kind: 'listed', items, next, more: 'idle' })

/** Adds a page; one that came twice is kept once. */
export function withMore(before: Listed, { items, next }: Answer): Listed {
  const known = new Set(before.items.map(({ code }) => code))
  const fresh = items.filter(({ code }) => !known.has(code))
  return { kind: 'listed', items: [...before.items, ...fresh], next, more: 'idle' }
}
