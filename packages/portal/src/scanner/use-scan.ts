import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CameraFailure, closeCamera, hasCamera, hasLamp, openCamera, switchLamp } from './camera.ts'
import { createDetector } from './create-detector.ts'

/** `checking`: whether there is a camera */
export type ScanState = 'checking' | 'starting' | 'scanning' | 'unsupported' | CameraFailure

/** How long the page waits for the list of cameras. A browser that hides it, or never answers, may still ask for a camera. */
const ABSENCE_MAX_MS = 500
/** Pause between two detections. Each takes up to 100 ms on a phone. */
const PAUSE_MS = 150
/** A detector that was offered and rejects every picture cannot read any. */
const REJECTIONS_MAX = 10

/**
 * Shows the camera in `video` and calls `onText` with each text that it reads, until it returns true. The camera is off while the page is
 * hidden, after `isDone`, and when the page is left.
 */
export function useScan(
  video: RefObject<HTMLVideoElement | null>,
  onText: (text: string) => boolean,
  isDone: boolean,
): {
  readonly state: ScanState
  retry(): void
  /** of the camera: whether it is lit; undefined: there is none */
  readonly lamp: boolean | undefined
  toggleLamp(): void
} {
  const [state, setState] = useState<ScanState>('checking')
  const [tries, setTries] = useState(0)
  const [lamp, setLamp] = useState<boolean>()
  const camera = useRef<MediaStream>(undefined)
  const [isHidden, setHidden] = useState(document.hidden)
  const report = useEffectEvent(onText)
  useEffect(() => {
    const update = () => setHidden(document.hidden)
    const hide = () => setHidden(true)
    document.addEventListener('visibilitychange', update)
    addEventListener('pagehide', hide)
    addEventListener('pageshow', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      removeEventListener('pagehide', hide)
      removeEventListener('pageshow', update)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens the camera again
  useEffect(() => {
    if (isHidden || isDone) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const scan = async (): Promise<void> => {
      setState('checking')
      setLamp(undefined)
      const start = () => !isStopped && setState('starting')
      let late: ReturnType<typeof setTimeout> | undefined
      const noList = new Promise<false>(resolve => {
        late = setTimeout(() => {
          start()
          resolve(false)
        }, ABSENCE_MAX_MS)
      })
      if (await Promise.race([hasCamera(), noList])) start()
      // A page that was left does not ask for the camera.
      if (isStopped) return
      const opened = await openCamera()
      clearTimeout(late)
      if (!(opened instanceof MediaStream)) return isStopped ? undefined : setState(opened)
      stream = opened
      const picture = video.current
      if (isStopped || !picture) return closeCamera(opened)
      opened.getVideoTracks()[0]?.addEventListener('ended', () => setState('failed'))
      picture.srcObject = opened
      camera.current = opened
      if (hasLamp(opened)) setLamp(false)
      const [detector] = await Promise.all([
        createDetector().catch(() => undefined),
        picture.play().catch(() => {}),
      ])
      if (isStopped) return
      if (!detector) {
        closeCamera(opened)
        return setState('unsupported')
      }
      setState('scanning')
      let rejections = 0
      const detectCodes = async (): Promise<void> => {
        // The picture has no size before its first frame.
        const found = picture.videoWidth > 0 ? await detector.detect(picture).catch(() => undefined) : []
        if (isStopped) return
        rejections = found ? 0 : rejections + 1
        if (rejections >= REJECTIONS_MAX) {
          closeCamera(opened)
          return setState('unsupported')
        }
        // The first usable code of a picture counts.
        if (found?.some(({ rawValue }) => report(rawValue))) return
        timer = setTimeout(() => void detectCodes(), PAUSE_MS)
      }
      await detectCodes()
    }
    void scan()
    return () => {
      isStopped = true
      clearTimeout(timer)
      if (stream) closeCamera(stream)
    }
  }, [video, tries, isHidden, isDone])
  const toggleLamp = () => {
    if (!camera.current) return
    void switchLamp(camera.current, !lamp).then(
      () => setLamp(!lamp),
      () => setLamp(undefined),
    )
  }
  return { state, retry: () => setTries(tries + 1), lamp, toggleLamp }
}
