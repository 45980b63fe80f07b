import { INTRODUCTION_MAX } from '@kerf/contract/limits'
import { countCodePoints, normalizeText } from '@kerf/contract/user-text'
import * as m from '@kerf/locales/messages'
import { TextArea } from '../../ui/text-area/text-area.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './introduction-field.module.css'

interface Props {
  value: string
  onEdit(text: string): void
  error: string | undefined
}

/** Screen readers hear the remaining count from here on. */
const ANNOUNCE_REMAINING_MAX = 20

/** A text area with a count of code points, as the server counts them. Text that is too long can be typed, but not saved. */
export function IntroductionField({ value, onEdit, error }: Props) {
  const count = countCodePoints(normalizeText(value))
  const left = INTRODUCTION_MAX - count
  return (
    <>
      <TextArea
        name="introduction"
        label={m.you_introduction()}
        action={
          <span className={styles.count} data-over={left < 0 || undefined} aria-hidden="true">
            {m.you_count({ count, max: INTRODUCTION_MAX })}
          </span>
        }
        hint={m.you_introduction_hint()}
        value={value}
        onChange={event => onEdit(event.target.value)}
        error={error}
      />
      <VisuallyHidden role="status">
        {left < 0
          ? m.you_count_over({ over: -left })
          : left <= ANNOUNCE_REMAINING_MAX && m.you_count_left({ left })}
      </VisuallyHidden>
    </>
  )
}
