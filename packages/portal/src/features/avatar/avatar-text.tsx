import * as m from '@kerf/locales/messages'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import styles from './avatar-card.module.css'

/** Where the picture is shown, and which files can be one. */
export const AvatarText = ({ brand }: { brand: string }) => (
  <>
    {m.avatar_text({ brand })}
    <span className={styles.hint}>
      {m.avatar_hint()}
      {sentenceSpace()}
      <span className={styles.drop}>{m.avatar_drop_hint()}</span>
    </span>
  </>
)
