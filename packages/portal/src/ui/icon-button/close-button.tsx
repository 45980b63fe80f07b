import { ui_close } from '@kerf/locales/messages'
import type { MouseEventHandler } from 'react'
import { classNames } from '../class-names.ts'
import { CloseIcon } from '../icon/icons.tsx'
import styles from './icon-button.module.css'

interface Props {
  /** where it stands */
  className?: string | undefined
  onClick: MouseEventHandler
}

/** Closes the dialog or panel whose title it follows. */
export const CloseButton = ({ className, onClick }: Props) => (
  <button
    type="button"
    className={classNames(styles.button, className)}
    aria-label={ui_close()}
    onClick={onClick}
  >
    <CloseIcon />
  </button>
)
