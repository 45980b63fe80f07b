import type { ComponentType, ReactNode } from 'react'
import { ChevronRightIcon } from '../icon/icons.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import styles from './other-ways.module.css'

/** Rows that lead to other ways of the same step. */
export const OtherWays = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className={styles.others}>
    {title && <h2>{title}</h2>}
    <div className={styles.list}>{children}</div>
  </div>
)

interface OtherWayProps {
  Icon: ComponentType
  label: string
  disabled?: boolean
  pending?: boolean
  onClick(): void
}

export const OtherWay = ({ Icon, label, disabled, pending, onClick }: OtherWayProps) => (
  <button
    type="button"
    className={styles.way}
    disabled={disabled}
    aria-disabled={pending || undefined}
    aria-busy={pending || undefined}
    onClick={() => pending || onClick()}
  >
    <Icon />
    <span>{label}</span>
    {pending ? <Spinner /> : <ChevronRightIcon />}
  </button>
)
