import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import styles from '../../features/home/home.module.css'
import { unlockedMachinesQuery } from '../../features/welder/unlocked-machines-query.ts'
import { Card } from '../../ui/card/card.tsx'
import { UnlockedMachineRow } from './unlocked-machine-row.tsx'

/** The welders that the person requested unlock passwords for. Nothing as long as there are none. */
export function UnlockedWeldersCard() {
  const { data: welders = [] } = useQuery(unlockedMachinesQuery())
  if (welders.length === 0) return null
  return (
    <Card title={m.machines_unlocked()} description={m.machines_unlocked_text()}>
      <ul className={styles.rows} tabIndex={-1}>
        {welders.map(welder => (
          <UnlockedMachineRow key={welder.machine} {...welder} />
        ))}
      </ul>
    </Card>
  )
}
