import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Spinner } from '../spinner/spinner.tsx'
import styles from './button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /**
   * `plain`: as quiet, for an answer that changes nothing, such as Cancel; `removal`: for what takes something away, a dialog asks
   * before it happens
   */
  variant?: 'primary' | 'secondary' | 'quiet' | 'plain' | 'removal' | 'danger'
  size?: 'medium' | 'small'
  /** shows progress, ignores clicks and stays focusable */
  pending?: boolean | undefined
  /** fills the width of its container */
  wide?: boolean
}

export function Button({
  variant = 'primary',
  size = 'medium',
  pending = false,
  wide = false,
  type = 'button',
  className,
  onClick,
  children,
  ...native
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...native}
      type={type}
      className={classNames(styles.button, className)}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      aria-disabled={pending || native['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={click}
    >
      <span className={styles.content}>{children}</span>
      {pending && (
        <span className={styles.pending}>
          <Spinner />
        </span>
      )}
    </button>
  )
}
