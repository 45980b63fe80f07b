import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Card, type CardHead, CardTitle } from '../../ui/card/card.tsx'
import { ChevronRightIcon } from '../../ui/icon/icons.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import type { Tone } from '../../ui/tone.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './home.module.css'

/** State of a request, as `useQuery` returns it. */
export interface HomeQuery<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isPending: boolean
  refetch(): Promise<unknown>
}

interface CardProps<T> extends CardHead {
  /** where the card leads, and its name; undefined: nowhere, as where the content says what to do */
  link: { readonly href: string; readonly name: string } | undefined
  query: HomeQuery<T>
  loadingText: string
  /** how many rows usually follow */
  rows?: number | undefined
  children(data: T): ReactNode
}

/** One part of the account home: loads, fails and is tried again on its own. */
export function HomeCard<T>({ title, Icon, link, query, loadingText, rows, children }: CardProps<T>) {
  return (
    <Card
      title={<CardTitle title={title} Icon={Icon} />}
      action={
        link && (
          <PortalLink href={link.href} className={styles.more}>
            {link.name}
          </PortalLink>
        )
      }
    >
      <LoadRegion
        query={query}
        skeleton={<RowSkeletons rows={rows} />}
        loadingText={loadingText}
        className={styles.body}
      >
        {children}
      </LoadRegion>
    </Card>
  )
}

/** As high as the link that takes its place. */
export const LinkSkeleton = () => (
  <span className={styles.linkSkeleton}>
    <Skeleton />
  </span>
)

export const HOME_ROWS_MAX = 3
/** Rows of benefits and of courses that an account usually has. */
export const HOME_ROWS_FEW = 2
/** Rows with pictures stand two by two on a wide page. */
export const HOME_PICTURES_MAX = 4

export const RowSkeletons = ({ rows = HOME_ROWS_MAX }: { rows?: number | undefined }) => (
  <div className={styles.rows}>
    {[1, 2, 3].slice(0, rows).map(row => (
      <RowSkeleton key={row} mark={<Skeleton shape="block" />} />
    ))}
  </div>
)

/** As many as stand side by side on a wide page. */
export const PictureRowSkeletons = () => (
  <div className={styles.rows}>
    {[1, 2].map(row => (
      <RowSkeleton key={row} mark={<span className={styles.mark} data-picture="" />} />
    ))}
  </div>
)

const RowSkeleton = ({ mark }: { mark: ReactNode }) => (
  <div className={styles.row}>
    {mark}
    <div className={styles.words}>
      <Skeleton width="half" />
      <Skeleton width="third" />
    </div>
  </div>
)

/** Whether a thing can be used, in a word. */
export interface RowState {
  readonly text: string
  readonly tone: Exclude<Tone, 'info'>
}

interface RowProps {
  mark: ReactNode
  title: ReactNode
  detail?: ReactNode
  states?: readonly RowState[]
  /** the mark is a drawing, larger than an icon */
  isPicture?: boolean
  /** not read yet: a dot, and more weight */
  isUnread?: boolean
  /** the row is a link to this address */
  href?: string
  /** a button behind the row */
  action?: ReactNode
}

export function HomeRow({ mark, isPicture, isUnread, title, detail, states, href, action }: RowProps) {
  const content = (
    <>
      <span className={styles.mark} data-picture={isPicture || undefined}>
        {mark}
        {isUnread && (
          <span className={styles.dot}>
            <VisuallyHidden>{m.messages_unread()}</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={styles.words}>
        <strong data-unread={isUnread || undefined}>{title}</strong>
        {detail && <span>{detail}</span>}
        {states && (
          <span className={styles.states}>
            {states.map(({ text, tone }) => (
              <span key={text} data-tone={tone}>
                {text}
              </span>
            ))}
          </span>
        )}
      </span>
      {href !== undefined && <ChevronRightIcon />}
    </>
  )
  return (
    <li className={action === undefined ? undefined : styles.acting}>
      {href === undefined ? (
        <div className={styles.row}>{content}</div>
      ) : (
        <PortalLink href={href} className={styles.row}>
          {content}
        </PortalLink>
      )}
      {action}
    </li>
  )
}

interface EmptyProps {
  picture?: ReactNode
  text: string
  /** what to do first */
  action?: ReactNode
}

/** Instead of rows: what will be here. */
export const HomeEmpty = ({ picture, text, action }: EmptyProps) => (
  <div className={styles.empty}>
    {picture}
    <div className={styles.next}>
      <p>{text}</p>
      {action}
    </div>
  </div>
)
