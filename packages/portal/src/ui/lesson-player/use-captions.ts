import { type RefObject, useEffect, useState } from 'react'

/** The caption text of the track in `language` at the present position; '' without a track. */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, language: string): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const tracks = [...(video.current?.textTracks ?? [])]
    const chosen = tracks.find(track => track.language === language)
    for (const track of tracks) track.mode = track === chosen ? 'hidden' : 'disabled'
    const update = () => {
      const cues = [...(chosen?.activeCues ?? [])]
      setText(cues.map(cue => (cue instanceof VTTCue ? cue.text : '')).join('\n'))
    }
    update()
    chosen?.addEventListener('cuechange', update)
    return () => chosen?.removeEventListener('cuechange', update)
  }, [video, language])
  return text
}
