import { login_last_used } from '@kerf/locales/messages'
import styles from './last-used.module.css'

/** Marks the way that the last person in this browser signed in by. It lies over the upper edge of its control and takes no space. */
export const LastUsed = ({ corner }: { corner?: boolean }) => (
  <span className={styles.mark} data-corner={corner}>
    {login_last_used()}
  </span>
)
