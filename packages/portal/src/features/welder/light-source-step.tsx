import { LIGHT_SOURCES, type LightSource } from '@kerf/contract/endpoints/welder'
import * as m from '@kerf/locales/messages'
import { useId } from 'react'
import styles from './light-source-step.module.css'

interface Props {
  value: LightSource | undefined
  onSelect(next: LightSource): void
}

/** The drawn beam: the stronger source has more strokes. */
const STROKES: Readonly<Record<LightSource, string>> = {
  '1200W': 'M32 30v22M26 52l-7 9M32 52v12M38 52l7 9M22 52l-10 4M42 52l10 4',
  '800W': 'M32 30v22M26 52l-7 9M32 52v12M38 52l7 9',
}

/** Two choices, large enough to be used with gloves. */
export function LightSourceStep({ value, onSelect }: Props) {
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{m.unlock_source_text()}</legend>
      {LIGHT_SOURCES.toReversed().map(source => (
        <label key={source} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={source}
            checked={source === value}
            onChange={() => onSelect(source)}
          />
          <span>{source === '1200W' ? m.unlock_source_1200() : m.unlock_source_800()}</span>
          <svg viewBox="0 0 64 68" aria-hidden="true">
            <path d="M20 4h24v14l-7 8H27l-7-8ZM20 12h24" />
            <path className={styles.beam} d={STROKES[source]} />
          </svg>
        </label>
      ))}
    </fieldset>
  )
}
