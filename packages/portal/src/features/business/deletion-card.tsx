import * as m from '@kerf/locales/messages'
import { page } from '../../lib/page.ts'
import { Card } from '../../ui/card/card.tsx'
import styles from './deletion-card.module.css'

/** Only the operator deletes an enterprise account. */
export function DeletionCard() {
  return (
    <Card title={m.security_delete_title()} description={m.business_deletion_text()}>
      <a href={page().data.brand.helpUrl} target="_blank" rel="noopener" className={styles.help}>
        {m.customer_service()}
      </a>
    </Card>
  )
}
