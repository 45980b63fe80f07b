import type { ComponentProps } from 'react'
import { PortalLink } from '../app-link/portal-link.tsx'
import { classNames } from '../class-names.ts'
import styles from './button.module.css'
import type { ButtonProps } from './button.tsx'
import link from './button-link.module.css'

interface Props extends Omit<ComponentProps<'a'>, 'className'> {
  href: string
  variant?: Exclude<ButtonProps['variant'], 'removal' | 'danger' | undefined>
  size?: ButtonProps['size']
  /** fills the width of its container */
  wide?: boolean
}

/** A link to the next step of a page, with the look of a button. With `target`, to another document. */
export function ButtonLink({
  variant = 'primary',
  size = 'medium',
  wide = false,
  children,
  ...native
}: Props) {
  const look = {
    className: classNames(styles.button, link.link),
    'data-variant': variant,
    'data-size': size,
    'data-wide': wide || undefined,
  }
  if (native.target)
    return (
      <a {...native} {...look} rel="noopener">
        {children}
      </a>
    )
  return (
    <PortalLink {...native} {...look}>
      {children}
    </PortalLink>
  )
}
