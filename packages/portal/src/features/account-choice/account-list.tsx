import * as m from '@kerf/locales/messages'
import type { ComponentType, ReactNode } from 'react'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { ChevronRightIcon, PlusIcon } from '../../ui/icon/icons.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import type { BrowserAccount } from './account-choice.ts'
import styles from './account-list.module.css'

export interface AccountListProps {
  label: string
  accounts: readonly BrowserAccount[]
  /** uid of the account whose call is pending */
  pending: string | undefined
  onChoose(account: BrowserAccount): void
  /** undefined: the list offers no logout */
  onEnd?: ((account: BrowserAccount) => void) | undefined
  /** no row reacts: a press may still be meant for what stood here before */
  isInert?: boolean
  /** uids of accounts that were logged out: their rows do nothing */
  endedUids?: ReadonlySet<string> | undefined
  /** number of rows for accounts that load, so that nothing below moves when they arrive */
  skeletonCount?: number
  /** further rows: `AccountAction` */
  children?: ReactNode
}

const detailOf = ({ business, detail, name }: BrowserAccount): string =>
  [business && m.account_business(), detail !== name && detail].filter(Boolean).join(' · ')

/** Accounts to choose from, one a row. */
export function AccountList(props: AccountListProps) {
  const { label, accounts, pending, onChoose, onEnd, endedUids, skeletonCount = 0, children } = props
  return (
    <ul className={styles.list} aria-label={label} aria-busy={skeletonCount > 0 || undefined}>
      {[...Array(skeletonCount).keys()].map(row => (
        <li key={row} className={styles.row} aria-hidden="true">
          <div className={styles.account}>
            <span className={styles.icon} />
            <span className={styles.names}>
              <Skeleton width="half" />
            </span>
          </div>
        </li>
      ))}
      {accounts.map(account => {
        const isEnded = endedUids?.has(account.uid) ?? false
        const isInert = isEnded || props.isInert || pending !== undefined
        return (
          <li key={account.uid} className={styles.row} data-ended={isEnded || undefined}>
            <button
              type="button"
              className={styles.account}
              aria-busy={pending === account.uid || undefined}
              aria-disabled={isInert || undefined}
              onClick={() => !isInert && onChoose(account)}
            >
              <Avatar picture={account.headpic} name={account.name} size="small" />
              <span className={styles.names}>
                <strong>{account.name}</strong>
                <span>{detailOf(account)}</span>
              </span>
              {pending === account.uid ? <Spinner /> : !onEnd && <ChevronRightIcon />}
            </button>
            {/* It stays a button after the logout, so that it keeps the focus. */}
            {onEnd && (
              <button
                type="button"
                className={styles.end}
                aria-label={
                  isEnded ? `${m.account_ended()} · ${account.name}` : m.account_end({ name: account.name })
                }
                aria-disabled={isInert || undefined}
                onClick={() => !isInert && onEnd(account)}
              >
                {isEnded ? m.account_ended() : m.account_end_short()}
              </button>
            )}
          </li>
        )
      })}
      {children}
    </ul>
  )
}

interface ActionProps {
  name: string
  /** `PlusIcon` by default */
  Icon?: ComponentType
  /** key of the call that runs */
  pending: string | undefined
  /** key of its own call */
  own?: string
  /** to another page or form */
  leadsOn?: boolean
  onChoose(): void
}

/** A row below the accounts, such as the way to another one. */
export const AccountAction = ({ name, Icon = PlusIcon, pending, own, leadsOn, onChoose }: ActionProps) => (
  <li className={styles.row}>
    <button
      type="button"
      className={styles.account}
      aria-busy={(own !== undefined && pending === own) || undefined}
      aria-disabled={pending !== undefined || undefined}
      onClick={() => pending === undefined && onChoose()}
    >
      <span className={styles.icon}>
        <Icon />
      </span>
      <span className={styles.names}>
        <strong>{name}</strong>
      </span>
      {own !== undefined && pending === own ? <Spinner /> : leadsOn && <ChevronRightIcon />}
    </button>
  </li>
)
