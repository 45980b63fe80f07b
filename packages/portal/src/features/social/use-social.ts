/** One social sign-in or connection at a time, from the click to what it came to. */
import { useEffect, useRef, useState } from 'react'
import { whileBusy } from '../../lib/busy.ts'
import { language } from '../../lib/language.ts'
import { page } from '../../lib/page.ts'
import { beginSession } from '../../lib/session.ts'
import { track } from '../../lib/track.ts'
import { type Judged, judgeResult, type Result } from './judge-result.ts'
import { signInNatively, signsInNatively } from './native-sign-in.ts'
import { openBeside, opensBeside, resultOf } from './provider-window.ts'
import { readResult } from './read-result.ts'
import { type Beginning, socialAddress } from './social-address.ts'
import { begun, nextStep } from './social-memory.ts'

export function useSocial(onSettled: (judged: Judged) => void) {
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

  async function start(beginning: Beginning): Promise<void> {
    const { op, channel } = beginning
    if (op === 'login') track({ event: `${channel}Login`, properties: {} })
    const address = socialAddress(beginning, language(), page())
    begun.set({ op, channel, query: page().query.slice(1) })
    running.current?.abort()
    setGoHere(undefined)
    if (signsInNatively() && (await natively(beginning))) return
    const beside = opensBeside()
    const opened = beside ? openBeside(address) : null
    if (beside && !opened) return setGoHere(() => () => location.assign(address))
    setWaiting(channel)
    if (!opened) return location.assign(address)
    const controller = new AbortController()
    running.current = controller
    const result = await resultOf(opened, controller.signal)
    if (controller.signal.aborted) return
    setWaiting(undefined)
    if (result !== undefined) await settle(result)
  }

  /** False: the app around the page leaves it to the provider's own page. */
  async function natively({ op, channel }: Beginning): Promise<boolean> {
    setWaiting(channel)
    const controller = new AbortController()
    running.current = controller
    const result = await signInNatively({ op, channel, query: page().query.slice(1) }, controller.signal)
    setWaiting(undefined)
    if (result === 'elsewhere') return false
    if (result !== 'given-up' && !controller.signal.aborted) take(result)
    return true
  }

  async function settle(result: string): Promise<void> {
    take(await whileBusy(readResult(result, begun.get())))
  }

  function take(result: Result): void {
    const began = begun.get()
    begun.clear()
    const judged = judgeResult(result, began, undefined)
    if (began?.op === 'login') {
      const properties = { method: began.channel, ok: judged.utoken !== undefined }
      track({ event: judged.step?.kind === 'welcome' ? 'register' : 'login', properties })
    }
    if (judged.utoken !== undefined) beginSession(judged.utoken)
    if (judged.step) nextStep.set(judged.step)
    else nextStep.clear()
    onSettled(judged)
  }

  return { waiting, goHere, start }
}
