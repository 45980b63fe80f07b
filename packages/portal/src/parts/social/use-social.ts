/** Runs one social sign-in or connection at a time, from the click to its outcome. */
import { useEffect, useRef, useState } from 'react'
import { trackEvent } from '../../lib/analytics/track.ts'
import { getLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { withPageLoading } from '../../lib/page/page-loading.ts'
import { rememberSignIn } from '../../lib/session/remember-sign-in.ts'
import { startSession } from '../../lib/session/session.ts'
import { describeOutcome } from './describe-outcome.ts'
import { fetchResult } from './fetch-result.ts'
import { hasNativeSignIn, signInNatively } from './native-sign-in.ts'
import { openProviderWindow, usesPopup, waitForResult } from './provider-window.ts'
import { type Resolution, resolveResult, type SocialResult } from './resolve-result.ts'
import { pendingStep, startedFlow } from './social-flow-storage.ts'
import { type SocialRequest, socialStartUrl } from './social-url.ts'

export function useSocial(onSettled: (resolution: Resolution) => void) {
  /** the channel whose sign-in is in progress */
  const [waiting, setWaiting] = useState<string>()
  /** continues in this window after the browser blocked the popup */
  const [continueHere, setContinueHere] = useState<() => void>()
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    // The back button restores the page from the back/forward cache with its state.
    const reset = () => setWaiting(undefined)
    window.addEventListener('pageshow', reset)
    return () => {
      window.removeEventListener('pageshow', reset)
      running.current?.abort()
    }
  }, [])

  async function start(beginning: SocialRequest, inPopup = usesPopup()): Promise<void> {
    const { op, channel } = beginning
    if (op === 'login') trackEvent({ event: `${channel}Login`, properties: {} })
    const address = socialStartUrl(beginning, getLanguage(), getPageContext())
    startedFlow.set({ op, channel, query: getPageContext().query.slice(1) })
    running.current?.abort()
    setContinueHere(undefined)
    if (hasNativeSignIn() && (await natively(beginning))) return
    const opened = inPopup ? openProviderWindow(address) : null
    if (inPopup && !opened) return setContinueHere(() => () => location.assign(address))
    setWaiting(channel)
    if (!opened) return location.assign(address)
    const controller = new AbortController()
    running.current = controller
    const result = await waitForResult(opened, controller.signal)
    if (controller.signal.aborted) return
    setWaiting(undefined)
    if (result !== undefined) await settle(result)
  }

  /** Returns false if the host app does not support the channel and the provider's page must be used. */
  async function natively({ op, channel, agreement }: SocialRequest): Promise<boolean> {
    setWaiting(channel)
    const controller = new AbortController()
    running.current = controller
    const result = await signInNatively(
      { op, channel, query: getPageContext().query.slice(1) },
      agreement,
      controller.signal,
    )
    setWaiting(undefined)
    if (result === 'unsupported') return false
    if (result !== 'cancelled' && !controller.signal.aborted) apply(result)
    return true
  }

  async function settle(result: string): Promise<void> {
    apply(await withPageLoading(fetchResult(result, startedFlow.get())))
  }

  function apply(result: SocialResult): void {
    const started = startedFlow.get()
    startedFlow.clear()
    const resolution = resolveResult(result, started, undefined)
    const event = describeOutcome(resolution, started)
    if (event) trackEvent(event)
    if (resolution.utoken !== undefined) {
      if (started) rememberSignIn(started.channel)
      startSession(resolution.utoken)
    }
    if (resolution.step) pendingStep.set(resolution.step)
    else pendingStep.clear()
    onSettled(resolution)
  }

  return { waiting, continueHere, start }
}
