import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './field-skeleton.module.css'

/** As tall as a field with its label. `hasHint`: and with a line below it. */
export function FieldSkeleton({ tall = false, hasHint = false }: { tall?: boolean; hasHint?: boolean }) {
  return (
    <div className={styles.field} data-tall={tall || undefined} data-hint={hasHint || undefined}>
      <Skeleton width="third" />
      <Skeleton shape={tall ? 'block' : 'control'} />
    </div>
  )
}
