import { type RefObject, useEffect, useState } from 'react'

export interface CaptionLine {
  /** seconds */
  readonly start: number
  readonly text: string
}

export interface Captions {
  /** all lines of the lesson; empty until the track has loaded, or without a track */
  readonly lines: readonly CaptionLine[]
  /** index of the line at the present position; undefined between lines */
  readonly current: number | undefined
}

const NONE: Captions = { lines: [], current: undefined }

/** The captions of the track in `language`. */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, language: string): Captions {
  const [captions, setCaptions] = useState(NONE)
  useEffect(() => {
    const elements = [...(video.current?.querySelectorAll('track') ?? [])]
    const element = elements.find(({ srclang }) => srclang === language)
    const chosen = element?.track
    for (const { track } of elements) track.mode = track === chosen ? 'hidden' : 'disabled'
    if (!element || !chosen) return setCaptions(NONE)
    const update = () => {
      const cues = [...(chosen.cues ?? [])].filter(cue => cue instanceof VTTCue)
      const active = chosen.activeCues?.[0]
      const current = cues.indexOf(active as VTTCue)
      setCaptions({
        lines: cues.map(({ startTime, text }) => ({ start: startTime, text })),
        current: current < 0 ? undefined : current,
      })
    }
    update()
    element.addEventListener('load', update)
    chosen.addEventListener('cuechange', update)
    return () => {
      element.removeEventListener('load', update)
      chosen.removeEventListener('cuechange', update)
    }
  }, [video, language])
  return captions
}
