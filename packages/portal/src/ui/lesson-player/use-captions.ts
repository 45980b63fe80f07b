import { type RefObject, useEffect, useState } from 'react'

/** What the chosen track of captions says at this moment; '' for no track. */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, language: string): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const tracks = [...(video.current?.textTracks ?? [])]
    const chosen = tracks.find(track => track.language === language)
    for (const track of tracks) track.mode = track === chosen ? 'hidden' : 'disabled'
    const say = () => {
      const cues = [...(chosen?.activeCues ?? [])]
      setText(cues.map(cue => (cue instanceof VTTCue ? cue.text : '')).join('\n'))
    }
    say()
    chosen?.addEventListener('cuechange', say)
    return () => chosen?.removeEventListener('cuechange', say)
  }, [video, language])
  return text
}
