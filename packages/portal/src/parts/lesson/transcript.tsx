import * as m from '@kerf/locales/messages'
import { useEffect, useId, useRef, useState } from 'react'
import { formatDuration } from '../../lib/text/format-duration.ts'
import { ChevronDownIcon } from '../../ui/icon/icons.tsx'
import styles from './transcript.module.css'
import type { Captions } from './use-captions.ts'

interface TranscriptProps extends Captions {
  headingLevel: 3 | 4
  language: 'en' | 'zh'
  /** undefined: the lesson cannot be sought */
  onSeek: ((seconds: number) => void) | undefined
}

/**
 * All lines of a lesson, the current one marked and kept in view (WCAG 2.2, criterion 1.2.1). They are shown on demand, so that what
 * follows the film is near it.
 */
export function Transcript({ headingLevel, lines, current, language, onSeek }: TranscriptProps) {
  const Heading = `h${headingLevel}` as const
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const box = list.current
    const line = current === undefined ? undefined : box?.children[current]
    // Scrolls the list only. `scrollIntoView` would also move the page.
    if (isOpen && box && line instanceof HTMLElement)
      box.scrollTop = line.offsetTop - box.offsetTop - (box.clientHeight - line.clientHeight) / 2
  }, [current, isOpen])
  // As tall as the closed transcript, so that nothing moves when the lines have loaded.
  if (lines.length === 0) return <div className={styles.loading} />
  return (
    <section className={styles.transcript} aria-labelledby={id}>
      <Heading id={id} className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-lines`}
          onClick={() => setOpen(!isOpen)}
        >
          {m.player_transcript()}
          <ChevronDownIcon />
        </button>
      </Heading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must reach it */}
      <ol ref={list} id={`${id}-lines`} hidden={!isOpen} lang={language} tabIndex={0} aria-labelledby={id}>
        {lines.map(({ start, text }, i) => (
          <li key={start} aria-current={i === current ? 'true' : undefined}>
            {onSeek ? (
              <button type="button" onClick={() => onSeek(start)}>
                <span className={styles.time}>{formatDuration(start)}</span>
                <span>{text}</span>
              </button>
            ) : (
              <p>
                <span className={styles.time}>{formatDuration(start)}</span>
                <span>{text}</span>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
