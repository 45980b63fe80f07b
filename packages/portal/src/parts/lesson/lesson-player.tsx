import * as m from '@kerf/locales/messages'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatDuration } from '../../lib/text/format-duration.ts'
import { Button } from '../../ui/button/button.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './lesson-player.module.css'
import { Transcript } from './transcript.tsx'
import { useCaptions } from './use-captions.ts'
import { type PlaybackNotice, usePlayback } from './use-playback.ts'
import type { WatchSession } from './use-watch-session.ts'

const PlayIcon = /* @__PURE__ */ icon(path('M6 3.5l10 6.5-10 6.5Z'))
const PauseIcon = /* @__PURE__ */ icon(path('M7 4v12M13 4v12'))
const RestartIcon = /* @__PURE__ */ icon(path('M4 6v-3.5M4 6h3.5M4 6a7.2 7.2 0 1 1-1.2 4.8'))
const FullscreenIcon = /* @__PURE__ */ icon(path('M3 7.5V3h4.5M12.5 3H17v4.5M17 12.5V17h-4.5M7.5 17H3v-4.5'))
const LockIcon = /* @__PURE__ */ icon(path('M5 9h10v7.5H5ZM7 9V6.5a3 3 0 0 1 6 0V9'))

export interface LessonPlayerProps {
  title: string
  /** one below the heading of the lesson */
  headingLevel: 3 | 4
  /** milliseconds */
  duration: number
  video: { readonly webm: string; readonly mp4: string }
  captions: { readonly en: string; readonly zh: string }
  poster: string
  /** initial language of the captions */
  language: 'en' | 'zh'
  /** given for a first viewing, which cannot skip; undefined: playback is free */
  watch: WatchSession | undefined
  /** plays at once, for a lesson that follows another one */
  autoPlay?: boolean | undefined
  /** what follows the lesson, below the captions and the transcript, which belong to the film */
  end?: ReactNode
}

type Captions = 'en' | 'zh' | 'off'

const NOTICES: Readonly<Record<PlaybackNotice, () => string>> = {
  hidden: m.player_hidden,
  ended: m.player_ended,
  behind: m.player_behind,
  away: m.player_away,
  broken: m.player_broken,
}

/**
 * Plays a lesson with its captions below the picture, and its transcript on demand below both. The video is silent, so screen readers
 * announce the captions. Space and K play and pause, the arrows seek, C changes the captions, F
 * toggles full screen.
 */
export function LessonPlayer(props: LessonPlayerProps) {
  const { title, headingLevel, duration, video, captions, poster, language, watch, autoPlay, end } = props
  const frame = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLVideoElement>(null)
  const after = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Captions>(language)
  const [wasPlayed, setWasPlayed] = useState(false)
  const transcriptLanguage = chosen === 'off' ? language : chosen
  const { lines, current } = useCaptions(element, transcriptLanguage)
  const { state, notice, position, toggle, seek, restart } = usePlayback(element, watch)
  const seconds = duration / 1000
  // Before the first second the picture is the poster, and the first line stands below it.
  const isBefore = state === 'paused' && position === 0
  const line = current ?? (isBefore ? 0 : undefined)
  const caption = chosen === 'off' || line === undefined ? '' : lines[line]?.text
  const busy = state === 'starting' || state === 'finishing'
  /** The button is a disc on the picture, and one of the controls below once the film has played. */
  const isDisc = !autoPlay && !wasPlayed
  const toggleText = state === 'playing' ? m.player_pause() : m.player_play()

  const playAtOnce = useEffectEvent(toggle)
  useEffect(() => {
    if (autoPlay) playAtOnce()
  }, [autoPlay])

  const toggleFullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void frame.current?.requestFullscreen?.().catch(() => undefined)
  }
  const onKey = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // What follows the lesson has keys of its own.
    if (target instanceof Element && after.current?.contains(target)) return
    const onControl = target instanceof HTMLElement && target.closest('button, input, a') !== null
    const move = (by: number) => () => seek(Math.min(seconds, Math.max(0, position + by)))
    const actions: [key: string, run: () => void][] = [
      ['k', toggle],
      ['c', () => setChosen(now => (now === 'en' ? 'zh' : now === 'zh' ? 'off' : 'en'))],
      ['f', toggleFullscreen],
    ]
    if (!onControl) actions.push([' ', toggle])
    if (!(target instanceof HTMLInputElement)) actions.push(['ArrowLeft', move(-5)], ['ArrowRight', move(5)])
    const pressed = key.length === 1 ? key.toLowerCase() : key
    const action = actions.find(([name]) => name === pressed)?.[1]
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of its controls; each is also a button
    <div className={styles.player} onKeyDown={onKey}>
      <div ref={frame} className={styles.frame}>
        <video
          ref={element}
          className={styles.video}
          poster={poster}
          preload="metadata"
          muted
          playsInline
          disablePictureInPicture
          disableRemotePlayback
          aria-label={title}
          onClick={toggle}
          onPlaying={() => {
            // A first viewing that a media key started is paused until the server has answered.
            if (!element.current?.paused) setWasPlayed(true)
          }}
        >
          <source src={video.webm} type="video/webm" />
          <source src={video.mp4} type="video/mp4" />
          <track kind="captions" srcLang="en" label="English" src={captions.en} />
          <track kind="captions" srcLang="zh" label="中文" src={captions.zh} />
        </video>
        <Button size="small" className={isDisc ? styles.disc : styles.play} pending={busy} onClick={toggle}>
          {state === 'playing' ? <PauseIcon /> : <PlayIcon />}
          {isDisc ? <VisuallyHidden>{toggleText}</VisuallyHidden> : toggleText}
        </Button>
        <p
          className={styles.captions}
          lang={transcriptLanguage}
          data-captions={chosen}
          aria-live={isBefore ? 'off' : 'polite'}
          aria-atomic="true"
        >
          {caption}
        </p>
        <div className={styles.controls}>
          {watch ? (
            <progress
              className={styles.bar}
              aria-label={m.player_position()}
              max={seconds}
              value={position}
            />
          ) : (
            <input
              type="range"
              className={styles.bar}
              aria-label={m.player_position()}
              aria-valuetext={m.player_time({
                now: formatDuration(position),
                all: formatDuration(seconds),
              })}
              min={0}
              max={seconds}
              step={1}
              value={Math.floor(position)}
              onChange={event => seek(Number(event.target.value))}
            />
          )}
          <span className={styles.time}>
            {formatDuration(Math.min(position, seconds))} / {formatDuration(seconds)}
          </span>
          {!watch && (
            <button type="button" className={styles.icon} aria-label={m.player_again()} onClick={restart}>
              <RestartIcon />
            </button>
          )}
          <button
            type="button"
            className={styles.icon}
            aria-label={m.player_fullscreen()}
            onClick={toggleFullscreen}
          >
            <FullscreenIcon />
          </button>
        </div>
      </div>
      <p className={styles.rule} data-locked={watch ? '' : undefined}>
        {watch && <LockIcon />}
        <span>{watch ? m.player_locked() : m.player_unlocked()}</span>
      </p>
      <div className={styles.languages}>
        {/* The group below has this name. */}
        <span aria-hidden="true">{m.player_captions()}</span>
        <Segmented
          label={m.player_captions()}
          value={chosen}
          onSelect={setChosen}
          options={[
            { value: 'en', label: 'English', lang: 'en' },
            { value: 'zh', label: '中文', lang: 'zh' },
            { value: 'off', label: m.player_captions_off() },
          ]}
        />
      </div>
      <div role="status" className={styles.notice}>
        {notice && <Notice tone="warning">{NOTICES[notice]()}</Notice>}
      </div>
      <Transcript
        headingLevel={headingLevel}
        lines={lines}
        current={current}
        language={transcriptLanguage}
        onSeek={watch ? undefined : seek}
      />
      {end && <div ref={after}>{end}</div>}
    </div>
  )
}
