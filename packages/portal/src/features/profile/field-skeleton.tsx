import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './field-skeleton.module.css'

/** As tall as a field with its label and hint. */
export function FieldSkeleton({ tall = false }: { tall?: boolean }) {
  return (
    <div className={styles.field} data-tall={tall || undefined}>
      <Skeleton width="third" />
      <Skeleton shape={tall ? 'block' : 'control'} />
    </div>
  )
}
