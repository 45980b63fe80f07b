import * as m from '@kerf/locales/messages'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './character-count.module.css'

interface Props {
  /** of code points, as the server counts them */
  count: number
  max: number
}

/** Screen readers hear the remaining count from here on. */
const ANNOUNCE_REMAINING_MAX = 20

/** In the line of a label. Text that is too long can be typed, but not saved. */
export function CharacterCount({ count, max }: Props) {
  const left = max - count
  return (
    <>
      <span className={styles.count} data-over={left < 0 || undefined} aria-hidden="true">
        {m.you_count({ count, max })}
      </span>
      <VisuallyHidden role="status">
        {left < 0
          ? m.you_count_over({ over: -left })
          : left <= ANNOUNCE_REMAINING_MAX && m.you_count_left({ left })}
      </VisuallyHidden>
    </>
  )
}
