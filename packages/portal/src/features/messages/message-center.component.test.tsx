import { ApiError } from '@kerf/contract/client/client'
import {
  countMessages,
  getMessageSettings,
  listMessages,
  readAllMessages,
  readMessages,
  setMessageSettings,
} from '@kerf/contract/endpoints/message'
import { MESSAGE_STREAM_PATH, type Message } from '@kerf/contract/messages/message-stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import type { MessageCounts } from './data/message-feed.ts'
import type { Page } from './data/message-list.ts'
import { ListTools } from './list-tools.tsx'
import { MessageCenter } from './message-center.tsx'
import { setShortcutsEnabled } from './shortcuts-setting.ts'

const message = (title: string, changes: Partial<Message> = {}): Message => ({
  id: `m-${title}`,
  category: 'system',
  app: 'studio',
  title,
  body: `Body of ${title}.`,
  contentLang: 'en',
  link: null,
  picture: null,
  at: 1_750_000_000,
  until: null,
  read: true,
  ...changes,
})
const pageOf = (...items: Message[]) => ({ items, next: null })
const NO_COUNTS: MessageCounts = { all: 0, device: 0, system: 0, app: 0, activity: 0, unread: 0 }

/** The network of a message center without live updates; marks as read succeed. */
const stubMessages = (list: (input: { cursor?: string | undefined }) => Page | Promise<Page>) => {
  const network = stubNetwork()
  network.leavePending(MESSAGE_STREAM_PATH)
  network.answer(countMessages, () => NO_COUNTS)
  const answerList = (handler: typeof list) =>
    network.answer(listMessages, async input => {
      const { items, next } = await handler(input)
      return { items: [...items], next }
    })
  return {
    network,
    answerList,
    lists: answerList(list),
    readIds: network.answer(readMessages, () => ({})),
  }
}

const renderCenter = async ({ wholePage = true } = {}) => {
  const onExpired = vi.fn()
  const screen = await render(
    <QueryProvider>
      <MessageCenter
        options={{ token: crypto.randomUUID(), appCode: 'studio', lang: 'en' }}
        baseUrl=""
        appName="Studio"
        wholePage={wholePage}
        onExpired={onExpired}
      />
    </QueryProvider>,
  )
  return {
    screen,
    onExpired,
    items: screen.getByRole('list', { name: 'List of messages' }).getByRole('button'),
  }
}

test.each([465, 600, 640])('shows all tabs without scrolling in %i px', async width => {
  await setViewportWidth(width)
  const { network } = stubMessages(() => pageOf())
  network.answer(countMessages, () => ({
    all: 42,
    device: 42,
    system: 42,
    app: 42,
    activity: 42,
    unread: 42,
  }))
  const { screen } = await renderCenter()
  await expect.element(screen.getByRole('tab', { name: /^Unread.*42/ })).toBeVisible()
  const tabs = screen.getByRole('tablist').element()
  expect(tabs.scrollWidth - tabs.clientWidth).toBe(0)
})

describe('the list', () => {
  test('is busy until its messages arrive', async () => {
    const page = Promise.withResolvers<Page>()
    stubMessages(() => page.promise)
    const { screen, items } = await renderCenter()
    await expect.element(screen.getByText('Loading messages')).toBeInTheDocument()
    expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(1)
    page.resolve(pageOf(message('Update')))
    await expect.element(items.first()).toBeVisible()
    expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(0)
  })

  test('shows an unread message by weight, dot and text until it is opened', async () => {
    await setViewportWidth(1200)
    const { readIds } = stubMessages(() => pageOf(message('New', { read: false }), message('Old')))
    const { screen, items } = await renderCenter()
    const weightOf = (title: string) => {
      const [text] = items.getByText(title, { exact: true }).elements()
      return text && getComputedStyle(text).fontWeight
    }
    const dotOf = (index: number) => items.nth(index).element().querySelector('[class*="dot"]')
    await expect.element(items.first()).toHaveAccessibleName(/^Unread New/)
    await expect.element(items.nth(1)).toHaveAccessibleName(/^Old/)
    expect([weightOf('New'), weightOf('Old')]).toEqual(['650', '400'])
    expect(dotOf(0)?.getBoundingClientRect().width).toBeGreaterThan(4)
    expect(dotOf(1)).toBeNull()
    await items.first().click()
    await expect.element(screen.getByRole('heading', { name: 'New' })).toBeVisible()
    await expect.element(items.first()).toHaveAccessibleName(/^New/)
    await expect.poll(() => weightOf('New')).toBe('400')
    expect(dotOf(0)).toBeNull()
    expect(readIds).toEqual([{ ids: ['m-New'] }])
  })

  test('an empty tab offers all messages, and nothing to order or to mark', async () => {
    const { lists } = stubMessages(() => pageOf())
    const { screen } = await renderCenter()
    await expect.element(screen.getByText('No messages yet')).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'Order' })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Message settings' })).toBeVisible()
    const showAll = screen.getByRole('button', { name: 'Show all messages' })
    await expect.element(showAll).not.toBeInTheDocument()
    await screen.getByRole('tab', { name: 'Unread' }).click()
    await expect.element(screen.getByText('You’re all caught up')).toBeVisible()
    await showAll.click()
    await expect.element(screen.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
    expect(lists.map(({ unread }) => unread)).toEqual([undefined, 'true', undefined])
  })

  test('the tools stay as they are while another tab loads', async () => {
    const first = Promise.withResolvers<Page>()
    const { answerList } = stubMessages(() => first.promise)
    const { screen, items } = await renderCenter()
    const order = screen.getByRole('combobox', { name: 'Order' })
    const loading = screen.getByText('Loading messages')
    await expect.element(order).toBeVisible()
    first.resolve(pageOf())
    await expect.element(order).not.toBeInTheDocument()
    const page = Promise.withResolvers<Page>()
    answerList(() => page.promise)
    await screen.getByRole('tab', { name: 'System' }).click()
    await expect.element(loading).toBeInTheDocument()
    await expect.element(order).not.toBeInTheDocument()
    page.resolve(pageOf(message('Update')))
    await expect.element(items.first()).toBeVisible()
    await expect.element(order).toBeVisible()
    answerList(() => new Promise(() => {}))
    await screen.getByRole('tab', { name: 'Unread' }).click()
    await expect.element(loading).toBeInTheDocument()
    await expect.element(order).toBeVisible()
  })

  test('a page without messages that is not the last one has its tools', async () => {
    stubMessages(() => ({ items: [], next: 'more' }))
    const { screen } = await renderCenter()
    await expect.element(screen.getByRole('button', { name: 'Load more' })).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'Order' })).toBeVisible()
  })

  test.each([
    ['while all are marked', { marking: true, onUndo: undefined }, 'Mark all as read', 1],
    ['while that can be undone', { marking: false, onUndo: () => {} }, /^Undo/, 1],
    ['not otherwise', { marking: false, onUndo: undefined }, 'Mark all as read', 0],
  ])('without messages, order and button are shown %s', async (_, state, name, shown) => {
    const screen = await render(
      <ListTools
        tab="unread"
        isEmpty
        unread={0}
        sort="newest"
        onSort={() => {}}
        onMarkAll={() => {}}
        settingsShown={false}
        onSettings={() => {}}
        {...state}
      />,
    )
    await expect.element(screen.getByRole('button', { name: 'Message settings' })).toBeVisible()
    expect(screen.getByRole('button', { name }).elements()).toHaveLength(shown)
    expect(screen.getByRole('combobox', { name: 'Order' }).elements()).toHaveLength(shown)
  })

  test('an empty list with unread messages is not the end: it is loaded again', async () => {
    const { network, answerList, lists } = stubMessages(() => pageOf())
    network.answer(countMessages, () => ({ ...NO_COUNTS, all: 1, unread: 1, system: 1 }))
    const { screen, items } = await renderCenter()
    await expect.element(screen.getByText('We couldn’t load your messages')).toBeVisible()
    // Once by itself.
    await expect.poll(() => lists).toHaveLength(2)
    answerList(() => pageOf(message('Update', { read: false })))
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(items.first()).toBeVisible()
  })

  test('an error can be retried', async () => {
    const { network, answerList } = stubMessages(() => {
      throw new ApiError('system')
    })
    network.answer(countMessages, () => ({ ...NO_COUNTS, all: 1, unread: 1, system: 1 }))
    const { screen, items } = await renderCenter()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('We couldn’t load your messages')
    await expect.element(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
    answerList(() => pageOf(message('Update')))
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(items.first()).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })

  test('an expired session is reported', async () => {
    stubMessages(() => {
      throw new ApiError('expired_login')
    })
    const { onExpired } = await renderCenter()
    await expect.poll(() => onExpired).toHaveBeenCalled()
  })

  test('loads the next page; a page that fails keeps the list and can be repeated', async () => {
    const first = { items: [message('One')], next: 'after-one' }
    const { answerList } = stubMessages(({ cursor }) => {
      if (cursor) throw new ApiError('system')
      return first
    })
    const { screen, items } = await renderCenter()
    const more = screen.getByRole('button', { name: 'Load more' })
    await more.click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
    expect(items.elements()).toHaveLength(1)
    const lists = answerList(() => pageOf(message('One'), message('Two')))
    await more.click()
    await expect.poll(() => items.elements()).toHaveLength(2)
    expect(lists.map(({ cursor }) => cursor)).toEqual(['after-one'])
    await expect.element(more).not.toBeInTheDocument()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })

  test('long titles and texts take two lines each and do not widen a narrow page', async () => {
    await setViewportWidth(320)
    stubMessages(() =>
      pageOf(
        message('Sicherheitsaktualisierung'.repeat(20), { body: 'Bitte lesen '.repeat(200), read: false }),
      ),
    )
    const { items } = await renderCenter()
    await expect.element(items.first()).toBeVisible()
    expect(horizontalOverflow()).toBe(0)
    expect(items.first().element().getBoundingClientRect().height).toBeLessThan(170)
  })
})

describe('keys', () => {
  const THREE = pageOf(message('One'), message('Two'), message('Three'))

  test('j and k move through the list and stop at its ends, Enter opens, u returns', async () => {
    stubMessages(() => THREE)
    const { screen, items } = await renderCenter()
    await expect.element(items.first()).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(items.first()).toHaveFocus()
    await userEvent.keyboard('jjjj')
    await expect.element(items.nth(2)).toHaveFocus()
    await userEvent.keyboard('k')
    await expect.element(items.nth(1)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    const heading = screen.getByRole('heading', { name: 'Two' })
    await expect.element(heading).toHaveFocus()
    await expect.element(items.first()).not.toBeInTheDocument()
    await userEvent.keyboard('u')
    await expect.element(items.nth(1)).toHaveFocus()
    await userEvent.keyboard('kkkk')
    await expect.element(items.first()).toHaveFocus()
  })

  test('beside the list, an opened message leaves the focus in the list', async () => {
    await setViewportWidth(1200)
    stubMessages(() => THREE)
    const { screen, items } = await renderCenter()
    await expect.element(items.first()).toBeVisible()
    await userEvent.keyboard('j{Enter}')
    await expect.element(screen.getByRole('heading', { name: 'One' })).toBeVisible()
    await expect.element(items.first()).toHaveFocus()
    await expect.element(items.first()).toHaveAttribute('aria-current', 'true')
  })

  test('beside the list, the first message is shown and stays unread until it is chosen', async () => {
    await setViewportWidth(1200)
    const { network } = stubMessages(() => pageOf(message('One', { read: false }), message('Two')))
    const read = network.answer(readMessages, () => ({}))
    const { screen, items } = await renderCenter()
    await expect.element(screen.getByRole('heading', { name: 'One' })).toBeVisible()
    await expect.element(items.first()).toHaveAttribute('data-unread', 'true')
    expect(read).toEqual([])
    await items.first().click()
    await expect.element(items.first()).not.toHaveAttribute('data-unread')
    expect(read).toHaveLength(1)
  })

  test('beside the list, the message that nobody chose can be marked as read', async () => {
    await setViewportWidth(1200)
    const { readIds } = stubMessages(() => pageOf(message('One', { read: false }), message('Two')))
    const { screen, items } = await renderCenter()
    const mark = screen.getByRole('button', { name: 'Mark as read' })
    await mark.click()
    await expect.element(items.first()).not.toHaveAttribute('data-unread')
    await expect.element(mark).not.toBeInTheDocument()
    await expect.element(screen.getByText('Read', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'One' })).toHaveFocus()
    expect(readIds).toEqual([{ ids: ['m-One'] }])
  })

  test('can be switched off, which the browser remembers', async () => {
    onTestFinished(() => setShortcutsEnabled(true))
    const { network } = stubMessages(() => THREE)
    network.answer(getMessageSettings, () => ({ appCode: 'studio', settings: [] }))
    await setViewportWidth(1200)
    const { screen, items } = await renderCenter()
    await screen.getByRole('button', { name: 'Message settings' }).click()
    const shortcuts = screen.getByRole('switch', { name: 'Keyboard shortcuts' })
    await expect.element(shortcuts).toBeChecked()
    await shortcuts.click()
    await expect.element(shortcuts).not.toBeChecked()
    await userEvent.keyboard('ju')
    await expect.element(shortcuts).toHaveFocus()
    await expect.element(screen.getByRole('heading', { name: 'Message settings' })).toBeVisible()
    expect(localStorage.getItem('kerf.messages.shortcuts')).toBe('off')
    // Beside the list, the button of the settings closes them, and so does their own.
    await expect.element(screen.getByRole('button', { name: 'Back to the list' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Message settings' }).click()
    await expect.element(shortcuts).not.toBeInTheDocument()
    await expect.element(items.first()).toBeVisible()
    await screen.getByRole('button', { name: 'Message settings' }).click()
    await screen.getByRole('button', { name: 'Close' }).click()
    await expect.element(shortcuts).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Message settings' })).toHaveFocus()
  })

  test('do nothing while the order is chosen, or outside of an embedded message center', async () => {
    stubMessages(() => THREE)
    const { screen, items } = await renderCenter({ wholePage: false })
    await expect.element(items.first()).toBeVisible()
    await userEvent.keyboard('j')
    expect(document.activeElement).toBe(document.body)
    const order = screen.getByRole('combobox', { name: 'Order' })
    order.element().focus()
    await userEvent.keyboard('j')
    await expect.element(order).toHaveFocus()
  })
})

/** Leaving the page sends what could still be undone. */
const leavePage = () => window.dispatchEvent(new Event('pagehide'))

test('can undo "mark all as read" until it is sent', async () => {
  const { network } = stubMessages(() => pageOf(message('New', { read: false })))
  network.answer(countMessages, () => ({ ...NO_COUNTS, all: 1, unread: 1, system: 1 }))
  const sent = network.answer(readAllMessages, () => ({}))
  const { screen, items } = await renderCenter()
  const markAll = screen.getByRole('button', { name: 'Mark all as read' })
  await markAll.click()
  await expect.element(items.first()).toHaveAccessibleName(/^New/)
  await expect.element(screen.getByRole('tab', { name: /^Unread/ })).not.toMatchTextContent('1')
  await screen.getByRole('button', { name: /^Undo/ }).click()
  await expect.element(items.first()).toHaveAccessibleName(/^Unread/)
  await expect.element(markAll).toHaveFocus()
  leavePage()
  expect(sent).toEqual([])
  await markAll.click()
  await expect.element(screen.getByRole('button', { name: /^Undo/ })).toBeVisible()
  leavePage()
  await expect.poll(() => sent).toEqual([{ delaySeconds: 0 }])
})

test('marks all messages as read and announces it; a failure leaves them unread', async () => {
  const { network } = stubMessages(() => pageOf(message('New', { read: false })))
  network.answer(countMessages, () => ({ ...NO_COUNTS, all: 1, unread: 1, system: 1 }))
  network.answer(readAllMessages, () => {
    throw new ApiError('system')
  })
  const { screen, items } = await renderCenter()
  const markAll = screen.getByRole('button', { name: 'Mark all as read' })
  await expect.element(markAll).toBeEnabled()
  await markAll.click()
  await expect.element(screen.getByRole('button', { name: /^Undo/ })).toBeVisible()
  leavePage()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
  await expect.element(items.first()).toHaveAccessibleName(/^Unread/)
  network.answer(readAllMessages, () => ({}))
  await markAll.click()
  await expect.element(screen.getByText('Marked as read')).toBeInTheDocument()
  leavePage()
  await expect.element(markAll).toBeEnabled()
  await expect.element(items.first()).toHaveAccessibleName(/^New/)
})

describe('settings', () => {
  const settingsOf = (app: boolean) => ({
    appCode: 'studio',
    settings: [
      { key: 'system', category: 'system', names: [], enabled: true, locked: true },
      {
        key: 'app',
        category: 'app',
        names: [
          { contentLang: 'zh', name: '项目' },
          { contentLang: 'en', name: 'Projects' },
        ],
        enabled: app,
        locked: false,
      },
    ] as const,
  })
  const answerOf = (app: boolean) => {
    const { appCode, settings } = settingsOf(app)
    return { appCode, settings: settings.map(one => ({ ...one, names: [...one.names] })) }
  }

  const openSettings = async () => {
    const { network, lists } = stubMessages(() => pageOf(message('Update')))
    network.answer(getMessageSettings, () => answerOf(true))
    const { screen, items } = await renderCenter()
    await expect.element(items.first()).toBeVisible()
    await screen.getByRole('button', { name: 'Message settings' }).click()
    return { screen, network, lists, projects: screen.getByRole('switch', { name: 'Projects' }) }
  }

  test('take the focus and return it to their button', async () => {
    const { screen } = await openSettings()
    await expect.element(screen.getByRole('heading', { name: 'Message settings' })).toHaveFocus()
    await screen.getByRole('button', { name: 'Back to the list' }).click()
    await expect.element(screen.getByRole('button', { name: 'Message settings' })).toHaveFocus()
  })

  test('a switch saves at once, announces it and fetches the list again', async () => {
    const { screen, network, lists, projects } = await openSettings()
    const saved = network.answer(setMessageSettings, () => answerOf(false))
    await expect.element(projects).toBeChecked()
    await projects.click()
    await expect.element(projects).not.toBeChecked()
    await expect.element(screen.getByText('Saved')).toBeVisible()
    expect(saved).toEqual([{ appCode: 'studio', settings: [{ key: 'app', enabled: false }] }])
    await expect.poll(() => lists).toHaveLength(2)
  })

  test('a switch that cannot be saved returns to its state and explains why', async () => {
    const { screen, network, projects } = await openSettings()
    network.answer(setMessageSettings, () => {
      throw new ApiError('system')
    })
    const switches = () =>
      screen
        .getByRole('switch')
        .elements()
        .map(one => one.getBoundingClientRect().top)
    await expect.element(projects).toBeVisible()
    const before = switches()
    await projects.click()
    const failure = screen.getByRole('alert')
    await expect.element(failure).toMatchTextContent('System error')
    const { top, bottom } = failure.element().getBoundingClientRect()
    expect([top >= 0, bottom <= innerHeight]).toEqual([true, true])
    await expect.element(projects).toBeChecked()
    expect(switches()).toEqual(before)
    network.answer(setMessageSettings, () => answerOf(false))
    await projects.click()
    await expect.element(screen.getByText('Saved')).toBeVisible()
    expect(switches()).toEqual(before)
  })

  test('a locked category stays on and says why', async () => {
    const { screen } = await openSettings()
    const locked = screen.getByRole('switch', { name: /^System/ })
    await expect.element(locked).toHaveAccessibleDescription(/System messages cannot be blocked\.$/)
    await locked.click({ force: true })
    await expect.element(locked).toBeChecked()
  })

  test('an error can be retried', async () => {
    const { network } = stubMessages(() => pageOf())
    network.answer(getMessageSettings, () => {
      throw new ApiError('system')
    })
    const { screen } = await renderCenter()
    await screen.getByRole('button', { name: 'Message settings' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
    network.answer(getMessageSettings, () => answerOf(false))
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('switch', { name: 'Projects' })).not.toBeChecked()
  })
})
