/** How a video is played: freely, or the first time, when the way to its end leads through all of it. */
import { type RefObject, useEffect, useRef, useState } from 'react'

export type PlaybackFault = 'ended' | 'short' | 'away'

/** Proof of a first viewing. Milliseconds. */
export interface ViewingProof {
  begin(): Promise<PlaybackFault | undefined>
  beat(position: number): Promise<PlaybackFault | number>
  finish(): Promise<PlaybackFault | undefined>
}

export type PlaybackNotice = 'hidden' | 'ended' | 'behind' | 'away' | 'broken'
export type PlaybackState = 'paused' | 'starting' | 'playing' | 'finishing'

export interface Playback {
  readonly state: PlaybackState
  readonly notice: PlaybackNotice | undefined
  /** seconds */
  readonly position: number
  toggle(): void
  /** seconds; a first viewing takes no place it has not come to */
  seek(to: number): void
  restart(): void
}

const BEAT_EVERY = 5_000
/** Milliseconds the video may be ahead of what is proven before it is set back. */
const LEAD = 2_500
/** Seconds by which playing itself moves between two looks. */
const STRIDE = 1.5

export function usePlayback(
  video: RefObject<HTMLVideoElement | null>,
  proof: ViewingProof | undefined,
): Playback {
  const [state, setState] = useState<PlaybackState>('paused')
  const [notice, setNotice] = useState<PlaybackNotice>()
  const [position, setPosition] = useState(0)
  // What the handlers of one viewing share. `locked` falls as soon as the viewing is proven. `asked`: its finish was asked for
  // and not refused, so that it may be recorded.
  const run = useRef({ begun: false, furthest: 0, busy: false, asked: false, locked: proof !== undefined })
  run.current.locked = proof !== undefined

  const start = async () => {
    const element = video.current
    if (!element || run.current.busy) return
    setNotice(undefined)
    if (proof && !run.current.begun) {
      run.current.busy = true
      setState('starting')
      const fault = await proof.begin()
      run.current.busy = false
      if (fault) return fail(fault)
      run.current.begun = true
      run.current.furthest = 0
      element.currentTime = 0
    }
    if (proof && (element.ended || run.current.asked)) return finish()
    await element.play().catch(() => {
      setState('paused')
      // None of the forms it comes in could be fetched or is understood.
      if (element.error || element.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) setNotice('broken')
    })
  }

  const fail = (fault: PlaybackFault) => {
    const element = video.current
    element?.pause()
    setState('paused')
    if (fault === 'ended') {
      run.current.begun = false
      run.current.furthest = 0
      if (element) element.currentTime = 0
    }
    setNotice(fault === 'short' ? 'behind' : fault)
  }

  const beat = async (): Promise<boolean> => {
    const element = video.current
    // A viewing that may be recorded already takes no beat: its refusal would begin the lesson anew.
    if (!proof || !element || !run.current.begun || run.current.asked) return false
    const answer = await proof.beat(Math.round(element.currentTime * 1000))
    if (!run.current.locked || run.current.asked) return false
    if (typeof answer !== 'number') {
      fail(answer)
      return false
    }
    if (element.currentTime * 1000 - answer > LEAD) {
      run.current.furthest = answer / 1000
      element.currentTime = answer / 1000
      setNotice('behind')
      return false
    }
    return true
  }

  const finish = async () => {
    if (!proof || run.current.busy) return
    run.current.busy = true
    setState('finishing')
    run.current.asked ||= await beat()
    const fault = run.current.asked ? await proof.finish() : undefined
    if (fault && fault !== 'away') run.current.asked = false
    run.current.busy = false
    setState('paused')
    if (fault === 'short') {
      // A little of the end is still to be shown.
      const element = video.current
      if (element) {
        run.current.furthest = Math.max(0, element.duration - 3)
        element.currentTime = run.current.furthest
      }
    }
    if (fault) fail(fault)
  }

  const act = useRef({ start, beat, finish })
  act.current = { start, beat, finish }

  useEffect(() => {
    const element = video.current
    if (!element) return
    const { current } = run
    const listeners: Partial<Record<keyof HTMLVideoElementEventMap, () => void>> = {
      play() {
        // Begun by something else than our button: a key of the keyboard, a headset.
        if (current.locked && !current.begun) {
          element.pause()
          void act.current.start()
        } else setState('playing')
      },
      pause: () => setState(now => (now === 'playing' ? 'paused' : now)),
      timeupdate() {
        setPosition(element.currentTime)
        const ahead = element.currentTime - current.furthest
        if (!element.seeking && ahead > 0 && ahead < STRIDE) current.furthest = element.currentTime
      },
      seeking() {
        if (current.locked && element.currentTime > current.furthest + 0.3)
          element.currentTime = current.furthest
      },
      ratechange() {
        if (current.locked && element.playbackRate !== 1) element.playbackRate = 1
      },
      ended: () => {
        setState('paused')
        if (current.locked) void act.current.finish()
      },
    }
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener)
    const onVisibility = () => {
      if (document.visibilityState === 'visible') void act.current.beat()
      else if (!element.paused && current.locked) {
        element.pause()
        setNotice('hidden')
      }
    }
    document.addEventListener('visibilitychange', onVisibility)
    const beats = setInterval(() => {
      if (document.visibilityState === 'visible' && current.locked && !element.ended) void act.current.beat()
    }, BEAT_EVERY)
    return () => {
      clearInterval(beats)
      document.removeEventListener('visibilitychange', onVisibility)
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener)
    }
  }, [video])

  return {
    state,
    notice,
    position,
    toggle() {
      if (state === 'playing') video.current?.pause()
      else void start()
    },
    seek(to) {
      const element = video.current
      if (!element) return
      element.currentTime = run.current.locked ? Math.min(to, run.current.furthest) : to
    },
    restart() {
      const element = video.current
      if (!element) return
      element.currentTime = 0
      void start()
    },
  }
}
