/** The message center of the portal's page and, through `entry-messages.tsx`, of host pages. */
import type { MessageSort } from '@kerf/contract/endpoints/message'
import type { Message } from '@kerf/contract/messages/message-stream'
import * as m from '@kerf/locales/messages'
import { useCallback, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { CategoryTabs, panelId, tabId } from './category-tabs.tsx'
import { getMessageClient } from './data/message-client.ts'
import { type Tab, withoutUnread } from './data/message-list.ts'
import { initialView, type MessageView } from './data/messages-query.ts'
import { useMessages } from './data/use-messages.ts'
import { EmptyDrawing, EmptyList } from './empty-list.tsx'
import { ListTools } from './list-tools.tsx'
import styles from './message-center.module.css'
import { DetailSkeleton, ListSkeleton } from './message-center-skeleton.tsx'
import { MessageDetail } from './message-detail.tsx'
import { MessageItems } from './message-items.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { type MessageTheme, requestedPicture, useHostTheme } from './theme-options.ts'
import { useMessageKeys } from './use-message-keys.ts'

export interface MessageOptions {
  readonly token: string
  readonly appCode: string
  readonly lang: 'en' | 'zh'
  readonly theme?: MessageTheme | undefined
  readonly sort?: MessageSort | undefined
}

interface Props {
  options: MessageOptions
  /** '' for the page's own origin */
  baseUrl: string
  /** display name of the app */
  appName: string
  /** the page is the message center: keyboard shortcuts work wherever the focus is */
  wholePage?: boolean
  onExpired(): void
  /** the list could not be loaded; the center shows why */
  onFailed?(): void
}

type DetailView =
  | { readonly kind: 'message'; readonly item: Message; readonly isPreview?: boolean }
  | { readonly kind: 'settings' }
  | undefined

export function MessageCenter({ options, baseUrl, appName, wholePage = false, onExpired, onFailed }: Props) {
  const { token, appCode, lang, theme } = options
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const reportExpiry = useEffectEvent(onExpired)
  const source = useMemo(
    () => getMessageClient({ baseUrl, token, lang, appCode }),
    [baseUrl, token, lang, appCode],
  )
  useEffect(() => source.onExpired(() => reportExpiry()), [source])
  const [view, setView] = useState(() => initialView(options.sort))
  const { tab } = view
  const [shown, setShown] = useState<DetailView>()
  const storedCounts = useStore(source.feed.counts)
  const messages = useMessages(source, view)
  const { read, readAll, nextPage } = messages
  const counts = storedCounts && readAll.shownRead ? withoutUnread(storedCounts, tab) : storedCounts
  const reportFailure = useEffectEvent(() => onFailed?.())
  const hasFailed = messages.query.isLoadingError
  const loaded = messages.query.data
  // While another list loads, the tools stay as they are.
  const [wasEmpty, setWasEmpty] = useState(false)
  const isEmpty = loaded ? loaded.items.length === 0 && loaded.next === null : wasEmpty
  if (isEmpty !== wasEmpty) setWasEmpty(isEmpty)
  useEffect(() => {
    if (hasFailed) reportFailure()
  }, [hasFailed])

  useHostTheme(root, theme)

  const itemButton = (message: string | undefined) =>
    [...(root.current?.querySelectorAll<HTMLElement>('[data-message]') ?? [])].find(
      button => button.dataset.message === message,
    )

  /**
   * Beside the list, the first message is shown at once. It stays unread until it is chosen: a message that nobody asked for is not
   * read, and the number of unread messages must not fall by a visit.
   */
  const [first] = messages.query.data?.items ?? []
  const previewed = useRef<number>(undefined)
  useEffect(() => {
    if (!first || previewed.current === view.visit) return
    previewed.current = view.visit
    const hasPane = root.current?.querySelector('[data-detail]')?.getClientRects().length !== 0
    if (hasPane) setShown(before => before ?? { kind: 'message', item: first, isPreview: true })
  }, [first, view.visit])

  const open = useCallback(
    (item: Message) => {
      setShown({ kind: 'message', item })
      read(item)
    },
    [read],
  )
  function back() {
    const before = shown
    setShown(undefined)
    // A hidden list must be rendered before it can take the focus.
    requestAnimationFrame(() => {
      const button = before?.kind === 'message' ? itemButton(before.item.id) : undefined
      ;(button ?? root.current?.querySelector<HTMLElement>('[data-settings]'))?.focus()
    })
  }
  const show = (change: Partial<MessageView>) => setView({ ...view, ...change, visit: view.visit + 1 })
  function select(next: Tab) {
    show({ tab: next })
    setShown(undefined)
  }

  // Opening moves the focus to the heading if the detail view replaces the list. Beside the list, the focus stays.
  const opened = shown?.kind === 'message' ? shown.item.id : shown?.kind
  const isPreview = shown?.kind === 'message' && shown.isPreview === true
  useEffect(() => {
    if (opened === undefined || isPreview) return
    const listSection = root.current?.querySelector('[data-list]')
    const isListHidden = listSection?.getClientRects().length === 0
    if (opened === 'settings' || isListHidden) heading.current?.focus()
  }, [opened, isPreview])

  useMessageKeys({
    root,
    wholePage,
    opened: isPreview ? undefined : opened,
    onBack: shown && !isPreview ? back : undefined,
  })

  const current = shown?.kind === 'message' && messages.query.data ? shown.item : undefined
  const isUnread = messages.query.data?.items.some(({ id, read }) => id === current?.id && !read)
  function readPreview() {
    if (!current) return
    open(current)
    // The button is gone.
    heading.current?.focus()
  }
  return (
    <div ref={root} className={styles.center} lang={lang}>
      <div className={styles.columns} data-message-open={shown && !isPreview ? '' : undefined}>
        <div className={styles.kinds}>
          <CategoryTabs id={id} selected={tab} counts={counts} onSelect={select} />
        </div>
        <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id, tab)} className={styles.panel}>
          <section className={styles.list} data-list>
            <ListTools
              tab={tab}
              isEmpty={isEmpty}
              // What cannot be seen is not marked.
              unread={hasFailed ? 0 : (counts?.[tab] ?? 0)}
              sort={view.sort}
              onSort={sort => show({ sort })}
              marking={readAll.isPending}
              onMarkAll={readAll.start}
              onUndo={readAll.undo}
              settingsShown={shown?.kind === 'settings'}
              onSettings={() => (shown?.kind === 'settings' ? back() : setShown({ kind: 'settings' }))}
            />
            <ErrorNotice error={describeQueryError(readAll.error)} />
            <LoadRegion
              query={messages.query}
              skeleton={<ListSkeleton />}
              loadingText={m.messages_loading()}
              errorText={m.messages_failed}
              errorPicture={<EmptyDrawing isTorn />}
              className={styles.items}
            >
              {list => (
                <>
                  {list.items.length > 0 ? (
                    <MessageItems
                      items={list.items}
                      fresh={list.fresh}
                      selected={current?.id}
                      onOpen={open}
                    />
                  ) : (
                    <EmptyList
                      tab={tab}
                      hasUnread={(counts?.[tab] ?? 0) > 0}
                      source={source}
                      requestedPicture={requestedPicture(theme)}
                      onRetry={messages.refresh}
                      onShowAll={() => select('all')}
                    />
                  )}
                  <ErrorNotice error={describeQueryError(nextPage.error)} />
                  {list.next !== null && (
                    <Button
                      variant="secondary"
                      className={styles.more}
                      pending={nextPage.isPending}
                      onClick={() => nextPage.load(list.next ?? '')}
                    >
                      {m.messages_more()}
                    </Button>
                  )}
                </>
              )}
            </LoadRegion>
          </section>
          <section className={styles.detail} data-detail aria-label={m.messages_detail()}>
            {shown?.kind === 'settings' ? (
              <SettingsPanel
                source={source}
                language={lang}
                appName={appName}
                headingRef={heading}
                onSaved={messages.refresh}
                onBack={back}
              />
            ) : current ? (
              <MessageDetail
                key={current.id}
                item={current}
                language={lang}
                headingRef={heading}
                onRead={isPreview && isUnread ? readPreview : undefined}
                onBack={back}
              />
            ) : messages.query.isPending ? (
              <DetailSkeleton />
            ) : (
              <div className={styles.none} hidden={hasFailed || loaded?.items.length === 0}>
                <p>{m.messages_choose()}</p>
              </div>
            )}
          </section>
        </div>
      </div>
      <VisuallyHidden role="status">
        {readAll.isDone ? m.messages_read_done() : messages.arrived}
      </VisuallyHidden>
    </div>
  )
}
