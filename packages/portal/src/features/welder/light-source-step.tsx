import { LIGHT_SOURCES, type LightSource } from '@kerf/contract/endpoints/welder'
import * as m from '@kerf/locales/messages'
import { useId } from 'react'
import styles from './light-source-step.module.css'

interface Props {
  value: LightSource | undefined
  onSelect(next: LightSource): void
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
          {/* The rating plate, with the power marked. */}
          <svg viewBox="0 0 96 64" aria-hidden="true">
            <rect x="2" y="2" width="92" height="60" rx="6" />
            <path d="M10 10v.1M86 10v.1M10 54v.1M86 54v.1M22 12h30M22 52h42" />
            <rect className={styles.power} x="14" y="20" width="68" height="23" rx="4" />
            <text x="48" y="37" fontSize="16" textAnchor="middle">
              {source}
            </text>
          </svg>
        </label>
      ))}
    </fieldset>
  )
}
