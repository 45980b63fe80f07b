import * as m from '@kerf/locales/messages'
import { formatDateTime } from '@kerf/portal/console-ui'
import styles from './page.module.css'

/** A time that stays on one line of a table. */
export const Time = ({ at }: { at: number }) => <time className={styles.time}>{formatDateTime(at)}</time>

/** When something ends. */
export const End = ({ at }: { at: number | null }) => (at === null ? m.console_never() : <Time at={at} />)
