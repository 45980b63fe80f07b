import * as m from '@kerf/locales/messages'
import { Card } from '../../ui/card/card.tsx'
import { CardDisclosure } from '../../ui/disclosure/disclosure.tsx'
import styles from './instructions-card.module.css'

export const InstructionsCard = () => (
  <Card>
    <CardDisclosure title={m.exchange_how_title()}>
      <ul className={styles.list}>
        <li>{m.exchange_how_code()}</li>
        <li>{m.exchange_how_once()}</li>
        <li>{m.exchange_how_account()}</li>
        <li>{m.exchange_how_time()}</li>
        <li>{m.exchange_how_wrong()}</li>
        <li>{m.exchange_how_help()}</li>
      </ul>
    </CardDisclosure>
  </Card>
)
