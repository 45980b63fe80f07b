import { createMemoryHistory } from '@tanstack/history'
import { describe, expect, test, vi } from 'vitest'
import { createRouter, type Layer, Redirect, type Route } from './router.ts'

const Page = () => null
const page = (path: string, layer: Partial<Layer> = {}): Route => ({
  path,
  layers: [{ key: path, code: { Component: Page }, ...layer }],
})

const setUp = (routes: readonly Route[], start = '/start') => {
  const history = createMemoryHistory({ initialEntries: [start] })
  const router = createRouter({ history, routes, ErrorComponent: Page })
  const shown = () => router.view.get().layers.map(({ key }) => key)
  return { history, router, shown }
}

describe('a navigation', () => {
  test('shows nothing before the first page is resolved', async () => {
    const { router, shown } = setUp([page('start')])
    expect(shown()).toEqual([])
    await router.load()
    expect(shown()).toEqual(['start'])
  })

  test('runs the guards from the outside to the inside, then loads the code', async () => {
    const steps: string[] = []
    const layer = (key: string): Layer => ({
      key,
      guard: async () => void steps.push(`guard ${key}`),
      code: async () => {
        steps.push(`code ${key}`)
        return { Component: Page, loader: () => steps.push(`loader ${key}`) }
      },
    })
    const { router, shown } = setUp([{ path: '$name', layers: [layer('outer'), layer('inner')] }])
    await router.load()
    expect(steps).toEqual([
      'guard outer',
      'guard inner',
      'code outer',
      'code inner',
      'loader outer',
      'loader inner',
    ])
    expect(shown()).toEqual(['outer', 'inner'])
    expect(router.view.get().params).toEqual({ name: 'start' })
  })

  test('keeps the present page until the next one is there', async () => {
    const code = Promise.withResolvers<{ Component: typeof Page }>()
    const { router, history, shown } = setUp([page('start'), page('next', { code: () => code.promise })])
    await router.load()
    history.push('/next')
    await Promise.resolve()
    expect(shown()).toEqual(['start'])
    code.resolve({ Component: Page })
    await expect.poll(() => shown()).toEqual(['next'])
  })

  test('drops an older navigation that finishes later', async () => {
    const slow = Promise.withResolvers<void>()
    const { router, history, shown } = setUp([
      page('start'),
      page('slow', { guard: () => slow.promise }),
      page('fast'),
    ])
    await router.load()
    history.push('/slow')
    await Promise.resolve()
    await router.replace('/fast')
    slow.resolve()
    await router.invalidate()
    expect(shown()).toEqual(['fast'])
    expect(history.location.pathname).toBe('/fast')
  })

  test('of the older call resolves with the newest page', async () => {
    const { router, history, shown } = setUp([page('start'), page('next')])
    const first = router.load()
    history.push('/next')
    await first
    expect(shown()).toEqual(['next'])
  })
})

describe('a redirect', () => {
  test('replaces the address, and the page that was left never loads', async () => {
    const code = vi.fn(async () => ({ Component: Page }))
    const { router, history, shown } = setUp([
      page('start'),
      page('next'),
      page('guarded', {
        guard: () => {
          throw new Redirect('/next?a=1')
        },
        code,
      }),
    ])
    await router.load()
    await router.replace('/guarded')
    expect(shown()).toEqual(['next'])
    expect(history.location.href).toBe('/next?a=1')
    expect(code).not.toHaveBeenCalled()
  })

  test('of an overtaken navigation has no effect', async () => {
    const refused = Promise.withResolvers<void>()
    const { router, history } = setUp([page('start'), page('guarded', { guard: () => refused.promise })])
    await router.load()
    history.push('/guarded')
    await Promise.resolve()
    await router.replace('/start?again=1')
    refused.reject(new Redirect('/elsewhere'))
    await router.invalidate()
    expect(history.location.href).toBe('/start?again=1')
  })
})

describe('a page that fails', () => {
  const around: Layer = { key: 'around', code: { Component: Page } }

  test('keeps the layers around it, and is tried again by the next call', async () => {
    const load = vi.fn(async () => ({ Component: Page }))
    load.mockRejectedValueOnce(new TypeError('no network'))
    const { router, shown } = setUp([{ path: 'start', layers: [around, { key: 'page', code: load }] }])
    await router.load()
    expect(shown()).toEqual(['around'])
    expect(router.view.get().failure).toBeDefined()
    await router.invalidate()
    expect(shown()).toEqual(['around', 'page'])
    expect(router.view.get().failure).toBeUndefined()
  })

  test('at its guard keeps the layouts that need no loading', async () => {
    const guard = async () => {
      throw new TypeError('no network')
    }
    const { router, shown } = setUp([
      { path: 'start', layers: [around, { key: 'page', guard, code: async () => ({ Component: Page }) }] },
    ])
    await router.load()
    expect(shown()).toEqual(['around'])
    expect(router.view.get().failure).toBeDefined()
  })

  test('at a preload has no effect', async () => {
    const load = vi.fn(async () => ({ Component: Page }))
    load.mockRejectedValueOnce(new TypeError('no network'))
    const { router, history, shown } = setUp([page('start'), page('next', { code: load })])
    await router.load()
    router.preload('/next')
    history.push('/next')
    await expect.poll(() => shown()).toEqual(['next'])
  })
})

test('reports each resolved page until the subscription ends', async () => {
  const { router } = setUp([page('start')])
  const listener = vi.fn()
  const unsubscribe = router.subscribe('resolved', listener)
  await router.load()
  unsubscribe()
  await router.invalidate()
  expect(listener).toHaveBeenCalledTimes(1)
})
