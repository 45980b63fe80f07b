/** A list that comes page by page: asked for when first shown, further pages and all anew on wish. */
import { useEffect, useRef, useState } from 'react'
import { describeError } from './describe-error.ts'
import type { ErrorDescription } from './error-texts.ts'

export interface ListedPages {
  readonly kind: 'listed'
  /** cursor of the next page, or null at the end */
  readonly next: string | null
  /** the next page is on its way, or why it did not come */
  readonly more: 'idle' | 'pending' | ErrorDescription
}

export type Paged<L extends ListedPages> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly fault: ErrorDescription }
  | L

interface Source<Answer, L extends ListedPages> {
  ask(page: { cursor?: string }, signal: AbortSignal): Promise<Answer>
  listed(answer: Answer): L
  withMore(before: L, answer: Answer): L
  /** told when the list did not come, whatever is still on show */
  onFailed?: ((fault: ErrorDescription) => void) | undefined
}

export interface PagedList<L extends ListedPages> {
  readonly state: Paged<L>
  /** asks anew; what is on show stays until the answer is there */
  reload(): void
  more(): void
  /** for what the page itself brought about */
  change(next: (now: L) => L): void
}

/** `of`: whose list, in which language …; with another one it is asked for anew. */
export function usePagedList<Answer, L extends ListedPages>(
  { ask, listed, withMore, onFailed }: Source<Answer, L>,
  of = '',
): PagedList<L> {
  const [state, setState] = useState<Paged<L>>({ kind: 'loading' })
  const running = useRef<AbortController>(undefined)
  const change = (next: (now: L) => L) => setState(now => (now.kind === 'listed' ? next(now) : now))

  const begin = (): AbortSignal => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  async function load() {
    const signal = begin()
    try {
      setState(listed(await ask({}, signal)))
    } catch (error) {
      const fault = await describeError(error)
      if (signal.aborted) return
      setState(now => (now.kind === 'listed' ? now : { kind: 'failed', fault }))
      onFailed?.(fault)
    }
  }

  async function loadMore(cursor: string) {
    const signal = begin()
    change(now => ({ ...now, more: 'pending' }))
    try {
      const answer = await ask({ cursor }, signal)
      change(now => withMore(now, answer))
    } catch (error) {
      const fault = await describeError(error)
      if (!signal.aborted) change(now => ({ ...now, more: fault }))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once each; `reload` asks again
  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [of])

  return {
    state,
    change,
    reload() {
      if (state.kind === 'failed') setState({ kind: 'loading' })
      void load()
    },
    more() {
      if (state.kind === 'listed' && state.next && state.more !== 'pending') void loadMore(state.next)
    },
  }
}
