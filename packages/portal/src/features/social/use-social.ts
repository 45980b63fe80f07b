/** One social sign-in or connection at a time, from the click to what it came to. */
import { useEffect, useRef, useState } from 'react'
import { getLanguage } from '../../lib/language.ts'
import { getPageContext } from '../../lib/page-context.ts'
import { withPageLoading } from '../../lib/page-loading.ts'
import { startSession } from '../../lib/session.ts'
import { trackEvent } from '../../lib/track.ts'
import { fetchResult } from './fetch-result.ts'
import { hasNativeSignIn, signInNatively } from './native-sign-in.ts'
import { openProviderWindow, usesPopup, waitForResult } from './provider-window.ts'
import { type Resolution, resolveResult, type SocialResult } from './resolve-result.ts'
import { pendingStep, startedFlow } from './social-flow-storage.ts'
import { type SocialRequest, socialStartUrl } from './social-url.ts'

export function useSocial(onSettled: (judged: Resolution) => void) {
  /** the channel that is waited for */
  const [waiting, setWaiting] = useState<string>()
  /** goes on in this window, where the browser opened none */
  const [goHere, setGoHere] = useState<() => void>()
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    // Whoever comes back by the browser's button finds the page as it was left.
    const show = () => setWaiting(undefined)
    window.addEventListener('pageshow', show)
    return () => {
      window.removeEventListener('pageshow', show)
      running.current?.abort()
    }
  }, [])

  async function start(beginning: SocialRequest): Promise<void> {
    const { op, channel } = beginning
    if (op === 'login') trackEvent({ event: `${channel}Login`, properties: {} })
    const address = socialStartUrl(beginning, getLanguage(), getPageContext())
    startedFlow.set({ op, channel, query: getPageContext().query.slice(1) })
    running.current?.abort()
    setGoHere(undefined)
    if (hasNativeSignIn() && (await natively(beginning))) return
    const beside = usesPopup()
    const opened = beside ? openProviderWindow(address) : null
    if (beside && !opened) return setGoHere(() => () => location.assign(address))
    setWaiting(channel)
    if (!opened) return location.assign(address)
    const controller = new AbortController()
    running.current = controller
    const result = await waitForResult(opened, controller.signal)
    if (controller.signal.aborted) return
    setWaiting(undefined)
    if (result !== undefined) await settle(result)
  }

  /** False: the app around the page leaves it to the provider's own page. */
  async function natively({ op, channel }: SocialRequest): Promise<boolean> {
    setWaiting(channel)
    const controller = new AbortController()
    running.current = controller
    const result = await signInNatively(
      { op, channel, query: getPageContext().query.slice(1) },
      controller.signal,
    )
    setWaiting(undefined)
    if (result === 'elsewhere') return false
    if (result !== 'given-up' && !controller.signal.aborted) take(result)
    return true
  }

  async function settle(result: string): Promise<void> {
    take(await withPageLoading(fetchResult(result, startedFlow.get())))
  }

  function take(result: SocialResult): void {
    const began = startedFlow.get()
    startedFlow.clear()
    const judged = resolveResult(result, began, undefined)
    if (began?.op === 'login') {
      const properties = { method: began.channel, ok: judged.utoken !== undefined }
      trackEvent({ event: judged.step?.kind === 'welcome' ? 'register' : 'login', properties })
    }
    if (judged.utoken !== undefined) startSession(judged.utoken)
    if (judged.step) pendingStep.set(judged.step)
    else pendingStep.clear()
    onSettled(judged)
  }

  return { waiting, goHere, start }
}
