import { sessionLog } from '@kerf/contract/endpoints/security'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import type { Explained } from '../../lib/explain.ts'
import { explainFault } from '../../lib/faults.ts'
import { type Listed, listed, type SessionLogState, withMore, withoutSession } from './session-log.ts'

export interface SessionLog {
  readonly state: SessionLogState
  /** asks anew; what is on show stays until the answer is there */
  reload(): void
  more(): void
  /** after one session ended, or with none named, all others */
  forget(handle: string | undefined): void
}

/** Where the account is signed in and its sign-ins, asked for when first shown. */
export function useSessionLog(onFailed?: (fault: Explained) => void): SessionLog {
  const [state, setState] = useState<SessionLogState>({ kind: 'loading' })
  const running = useRef<AbortController>(undefined)

  const begin = (): AbortSignal => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  async function load() {
    const signal = begin()
    try {
      const answer = await call(sessionLog, {}, { signal })
      setState(listed(answer))
    } catch (error) {
      const fault = await explainFault(error)
      if (signal.aborted) return
      setState(now => (now.kind === 'listed' ? now : { kind: 'failed', fault }))
      onFailed?.(fault)
    }
  }

  async function loadMore(before: Listed, cursor: string) {
    const signal = begin()
    setState({ ...before, more: 'pending' })
    const change = (next: (now: Listed) => Listed) =>
      setState(now => (now.kind === 'listed' ? next(now) : now))
    try {
      const answer = await call(sessionLog, { cursor }, { signal })
      change(now => withMore(now, answer))
    } catch (error) {
      const fault = await explainFault(error)
      if (!signal.aborted) change(now => ({ ...now, more: fault }))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once; `reload` asks again
  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [])

  return {
    state,
    reload() {
      if (state.kind === 'failed') setState({ kind: 'loading' })
      void load()
    },
    more() {
      if (state.kind === 'listed' && state.next && state.more !== 'pending') void loadMore(state, state.next)
    },
    forget: handle => setState(now => (now.kind === 'listed' ? withoutSession(now, handle) : now)),
  }
}
