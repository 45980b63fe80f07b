/** Playback of a video: free, or locked during a first viewing that the server credits (S-093). */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WatchError, WatchSession } from './use-watch-session.ts'

/**
 * `hidden`: paused because the page is hidden; `behind`: set back to what the server credited; `ended`: the watch session
 * is over; `away`: no answer; `broken`: the video cannot be played.
 */
export type PlaybackNotice = 'hidden' | 'ended' | 'behind' | 'away' | 'broken'
export type PlaybackState = 'paused' | 'starting' | 'playing' | 'finishing'

export interface Playback {
  readonly state: PlaybackState
  readonly notice: PlaybackNotice | undefined
  /** seconds */
  readonly position: number
  toggle(): void
  /** seconds; a locked video cannot seek past the furthest position played */
  seek(to: number): void
  restart(): void
}

const REPORT_INTERVAL_MS = 5_000
/** How far the video may be ahead of the credited position before it is set back. */
const LEAD_MAX_MS = 2_500
/** How far playing itself advances between two `timeupdate` events, at most. */
const UPDATE_STEP_MAX_SECONDS = 1.5
/** Tolerance of a seek: browsers round positions to frames. */
const SEEK_TOLERANCE_SECONDS = 0.3
/** Played again when the server has not credited the end yet. */
const REPLAYED_END_SECONDS = 3

/** `watch`: given for a first viewing, which cannot skip; undefined: playback is free. */
export function usePlayback(
  video: RefObject<HTMLVideoElement | null>,
  watch: WatchSession | undefined,
): Playback {
  const [state, setState] = useState<PlaybackState>('paused')
  const [notice, setNotice] = useState<PlaybackNotice>()
  const [position, setPosition] = useState(0)
  const locked = useRef(watch !== undefined)
  // `finishSent`: the finish was sent and not refused, so the server may have recorded it.
  const viewing = useRef({ started: false, furthest: 0, busy: false, finishSent: false })

  useEffect(() => {
    locked.current = watch !== undefined
  }, [watch])

  const start = async () => {
    const element = video.current
    const run = viewing.current
    if (!element || run.busy) return
    setNotice(undefined)
    if (watch && !run.started) {
      run.busy = true
      setState('starting')
      const error = await watch.start()
      run.busy = false
      if (error) return stop(error)
      run.started = true
      run.furthest = 0
      element.currentTime = 0
    }
    if (watch && (element.ended || run.finishSent)) return finish()
    await element.play().catch(() => {
      setState('paused')
      // No source could be loaded or decoded.
      if (element.error || element.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) setNotice('broken')
    })
  }

  const stop = (error: WatchError) => {
    const element = video.current
    element?.pause()
    setState('paused')
    if (error === 'ended') {
      viewing.current.started = false
      viewing.current.furthest = 0
      if (element) element.currentTime = 0
    }
    setNotice(error === 'short' ? 'behind' : error)
  }

  /** Resolves to whether the server credits the present position. */
  const report = async (): Promise<boolean> => {
    const element = video.current
    const run = viewing.current
    // After a finish that may be recorded a refused report would restart the lesson.
    if (!watch || !element || !run.started || run.finishSent) return false
    const credited = await watch.report(Math.round(element.currentTime * 1000))
    if (!locked.current || run.finishSent) return false
    if (typeof credited !== 'number') {
      stop(credited)
      return false
    }
    if (element.currentTime * 1000 - credited > LEAD_MAX_MS) {
      run.furthest = credited / 1000
      element.currentTime = credited / 1000
      setNotice('behind')
      return false
    }
    return true
  }

  const finish = async () => {
    const run = viewing.current
    if (!watch || run.busy) return
    run.busy = true
    setState('finishing')
    run.finishSent ||= await report()
    const error = run.finishSent ? await watch.finish() : undefined
    if (error && error !== 'away') run.finishSent = false
    run.busy = false
    setState('paused')
    const element = video.current
    if (error === 'short' && element) {
      run.furthest = Math.max(0, element.duration - REPLAYED_END_SECONDS)
      element.currentTime = run.furthest
    }
    if (error) stop(error)
  }

  const onPlay = useEffectEvent((element: HTMLVideoElement) => {
    // A media key or the browser started the video, not the button of the player.
    if (locked.current && !viewing.current.started) {
      element.pause()
      void start()
    } else setState('playing')
  })
  const onTimeUpdate = useEffectEvent((element: HTMLVideoElement) => {
    const run = viewing.current
    setPosition(element.currentTime)
    const ahead = element.currentTime - run.furthest
    if (!element.seeking && ahead > 0 && ahead < UPDATE_STEP_MAX_SECONDS) run.furthest = element.currentTime
  })
  const onSeeking = useEffectEvent((element: HTMLVideoElement) => {
    const { furthest } = viewing.current
    if (locked.current && element.currentTime > furthest + SEEK_TOLERANCE_SECONDS)
      element.currentTime = furthest
  })
  const onRateChange = useEffectEvent((element: HTMLVideoElement) => {
    if (locked.current && element.playbackRate !== 1) element.playbackRate = 1
  })
  const onEnded = useEffectEvent(() => {
    setState('paused')
    if (locked.current) void finish()
  })
  const onVisibilityChange = useEffectEvent((element: HTMLVideoElement) => {
    if (document.visibilityState === 'visible') void report()
    else if (!element.paused && locked.current) {
      element.pause()
      setNotice('hidden')
    }
  })
  const onReportInterval = useEffectEvent((element: HTMLVideoElement) => {
    if (document.visibilityState === 'visible' && locked.current && !element.ended) void report()
  })

  useEffect(() => {
    const element = video.current
    if (!element) return
    const ending = new AbortController()
    const { signal } = ending
    element.addEventListener('play', () => onPlay(element), { signal })
    element.addEventListener('pause', () => setState(now => (now === 'playing' ? 'paused' : now)), { signal })
    element.addEventListener('timeupdate', () => onTimeUpdate(element), { signal })
    element.addEventListener('seeking', () => onSeeking(element), { signal })
    element.addEventListener('ratechange', () => onRateChange(element), { signal })
    element.addEventListener('ended', () => onEnded(), { signal })
    document.addEventListener('visibilitychange', () => onVisibilityChange(element), { signal })
    const interval = setInterval(() => onReportInterval(element), REPORT_INTERVAL_MS)
    return () => {
      clearInterval(interval)
      ending.abort()
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
      if (element) element.currentTime = locked.current ? Math.min(to, viewing.current.furthest) : to
    },
    restart() {
      const element = video.current
      if (!element) return
      element.currentTime = 0
      void start()
    },
  }
}
