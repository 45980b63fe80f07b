import { redemptions } from '@kerf/contract/endpoints/redemption'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { explainFault } from '../../lib/faults.ts'
import { useLanguage } from '../../lib/language.ts'
import { type Listed, listed, type RedemptionsState, withMore } from './redemptions.ts'

export interface Redemptions {
  readonly state: RedemptionsState
  /** asks anew; what is on show stays until the answer is there */
  reload(): void
  more(): void
}

/** What the account has redeemed, in the language of the page. */
export function useRedemptions(uid: string): Redemptions {
  const language = useLanguage()
  const [state, setState] = useState<RedemptionsState>({ kind: 'loading' })
  const running = useRef<AbortController>(undefined)

  const begin = (): AbortSignal => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  async function load() {
    const signal = begin()
    try {
      setState(listed(await call(redemptions, {}, { signal })))
    } catch (error) {
      const fault = await explainFault(error)
      if (!signal.aborted) setState(now => (now.kind === 'listed' ? now : { kind: 'failed', fault }))
    }
  }

  async function loadMore(before: Listed, cursor: string) {
    const signal = begin()
    setState({ ...before, more: 'pending' })
    const change = (next: (now: Listed) => Listed) =>
      setState(now => (now.kind === 'listed' ? next(now) : now))
    try {
      const answer = await call(redemptions, { cursor }, { signal })
      change(now => withMore(now, answer))
    } catch (error) {
      const fault = await explainFault(error)
      if (!signal.aborted) change(now => ({ ...now, more: fault }))
    }
  }

  // Benefits are named in the language asked in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once a person and language; `reload` asks again
  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [language, uid])

  return {
    state,
    reload() {
      if (state.kind === 'failed') setState({ kind: 'loading' })
      void load()
    },
    more() {
      if (state.kind === 'listed' && state.next && state.more !== 'pending') void loadMore(state, state.next)
    },
  }
}
