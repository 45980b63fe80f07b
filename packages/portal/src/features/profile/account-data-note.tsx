import * as m from '@kerf/locales/messages'
import { insertElements } from '../../lib/text/rich-text.tsx'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import styles from './account-data-note.module.css'

/** Where to find what identifies the account. */
export const AccountDataNote = () => (
  <p className={styles.note}>
    {insertElements(m.ids_elsewhere({ link: '{link}' }), {
      link: <AppLink to="profile/security">{m.security_title()}</AppLink>,
    })}
  </p>
)
