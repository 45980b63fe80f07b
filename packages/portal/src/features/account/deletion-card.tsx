import * as m from '@kerf/locales/messages'
import { getPageContext } from '../../lib/page/page-context.ts'
import { Card } from '../../ui/card/card.tsx'
import styles from './deletion-card.module.css'

/** Says that an enterprise account is deleted by its operator only. */
export function DeletionCard() {
  return (
    <Card title={m.security_delete_title()} description={m.business_deletion_text()}>
      <a href={getPageContext().data.brand.helpUrl} target="_blank" rel="noopener" className={styles.help}>
        {m.customer_service()}
      </a>
    </Card>
  )
}
