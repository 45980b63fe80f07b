import { login_last_used } from '@kerf/locales/messages'
import styles from './last-used.module.css'

/**
 * Marks the way in which the last person in this browser logged in. It stands above its tab or on the edge of its button, and takes no
 * space.
 */
export const LastUsed = ({ corner }: { corner?: boolean }) => (
  <span className={styles.mark} data-corner={corner}>
    {login_last_used()}
  </span>
)
