import * as m from '@kerf/locales/messages'
import { insertElements } from '../../lib/text/rich-text.tsx'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import styles from './account-data-note.module.css'

/** Where to find what identifies the account. */
export const AccountDataNote = ({ isBusiness = false }: { isBusiness?: boolean }) => (
  <p className={styles.note}>
    {insertElements((isBusiness ? m.ids_elsewhere_business : m.ids_elsewhere)({ link: '{link}' }), {
      link: (
        <AppLink to={isBusiness ? 'profile-business/security' : 'profile/security'}>
          {m.security_title()}
        </AppLink>
      ),
    })}
  </p>
)
