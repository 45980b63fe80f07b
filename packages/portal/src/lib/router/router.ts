/**
 * Router of the portal: path, guards, code, page. A navigation keeps the present page until the guards of the next one have
 * passed and its code is there. The newest navigation wins; an older one that finishes later is dropped.
 *
 * It replaces a general router library, whose typed search parameters, caches and streaming the portal does not use, because that
 * was a quarter of the script of the login page. History and blocking are those of `@tanstack/history`.
 */
import type { HistoryLocation, RouterHistory } from '@tanstack/history'
import type { ComponentType } from 'react'
import { createStore, type Store } from '../store.ts'
import { matchRoute, type RouteParams } from './match-route.ts'

export interface RouteContext {
  readonly location: HistoryLocation
  readonly params: RouteParams
}

/** What the code of a layer provides. */
export interface LayerCode {
  readonly Component: ComponentType
  /** Shown inside this layer, or in place of it, if a layer below it fails. */
  readonly ErrorComponent?: ComponentType | undefined
  /** Starts the requests of a page. It does not delay the page. */
  readonly loader?: ((context: RouteContext) => void) | undefined
}

/** One level of a page: a layout, which renders the next level by `<Outlet>`, or the page itself. */
export interface Layer {
  /** Two pages that share a layer of the same key keep its component mounted. */
  readonly key: string
  /** Rejects with a `Redirect` if the page must not be shown. */
  readonly guard?: (context: RouteContext) => void | Promise<void>
  /** The code, or a function that loads it. A layer without code is only a guard. */
  readonly code?: LayerCode | (() => Promise<LayerCode>)
}

export interface Route {
  readonly path: string
  /** From the outside to the inside. */
  readonly layers: readonly Layer[]
}

export interface ShownLayer extends LayerCode {
  readonly key: string
}

/** What is on screen. `layers` is empty before the first page is resolved. */
export interface View {
  readonly location: HistoryLocation
  readonly params: RouteParams
  readonly layers: readonly ShownLayer[]
  /** The innermost layer could not be loaded. */
  readonly failure?: { readonly error: unknown } | undefined
  readonly keepsScroll: boolean
}

/** Thrown by a guard: the address is replaced, and blockers of the present page are not asked. */
export class Redirect extends Error {
  readonly href: string
  constructor(href: string) {
    super('redirect')
    this.href = href
  }
}

export type RouterEvent = 'resolved' | 'rendered'

export interface Router {
  readonly history: RouterHistory
  readonly view: Store<View>
  readonly ErrorComponent: ComponentType
  /** Resolves when the page of the present address is shown. Never rejects: a page that fails shows its error. */
  load(): Promise<void>
  /** Runs the guards and loaders of the present page again. */
  invalidate(): Promise<void>
  /** Replaces the address. Resolves when its page is shown. */
  replace(href: string): Promise<void>
  /** Loads the code of a page that is likely to be visited next. A failure has no effect: the navigation loads it again. */
  preload(pathname: string): void
  subscribe(event: RouterEvent, listener: () => void): () => void
  emit(event: RouterEvent): void
}

/** Loads the code of all layers. A layer that fails does not lose the layers around it. */
async function loadLayers(
  layers: readonly Layer[],
  context: RouteContext,
): Promise<Pick<View, 'layers' | 'failure'>> {
  const codes = layers.map(async ({ key, code }) => {
    const loaded = typeof code === 'function' ? await code() : code
    loaded?.loader?.(context)
    return loaded && { key, ...loaded }
  })
  const shown: ShownLayer[] = []
  for (const outcome of await Promise.allSettled(codes)) {
    if (outcome.status === 'rejected') return { layers: shown, failure: { error: outcome.reason } }
    if (outcome.value) shown.push(outcome.value)
  }
  return { layers: shown, failure: undefined }
}

export function createRouter(options: {
  readonly history: RouterHistory
  readonly routes: readonly Route[]
  readonly ErrorComponent: ComponentType
}): Router {
  const { history, routes } = options
  const view = createStore<View>({ location: history.location, params: {}, layers: [], keepsScroll: true })
  const listeners: Record<RouterEvent, Set<() => void>> = { resolved: new Set(), rendered: new Set() }
  let newest: Promise<void> = Promise.resolve()
  let keepsScroll = true

  const emit = (event: RouterEvent) => {
    for (const listener of listeners[event]) listener()
  }

  /** Resolves when no navigation is under way: one that was overtaken is finished when the newest one is. */
  const settle = async (): Promise<void> => {
    let run: Promise<void>
    do {
      run = newest
      await run
    } while (run !== newest)
  }

  const load = (): Promise<void> => {
    const run: Promise<void> = navigate(() => run === newest)
    newest = run
    return settle()
  }

  async function navigate(isNewest: () => boolean): Promise<void> {
    // `newest` is set after the first await.
    await undefined
    const { location } = history
    const match = matchRoute(routes, location.pathname)
    const layers = match?.route.layers ?? []
    const context = { location, params: match?.params ?? {} }
    let shown: Pick<View, 'layers' | 'failure'>
    try {
      for (const { guard } of layers) {
        await guard?.(context)
        if (!isNewest()) return
      }
      shown = await loadLayers(layers, context)
    } catch (error) {
      if (!isNewest()) return
      if (error instanceof Redirect) return history.replace(error.href, undefined, { ignoreBlocker: true })
      // Layouts that need no loading stay around the error.
      shown = {
        ...(await loadLayers(
          layers.filter(({ code }) => typeof code !== 'function'),
          context,
        )),
        failure: { error },
      }
    }
    if (!isNewest()) return
    view.set({ ...context, ...shown, keepsScroll })
    emit('resolved')
  }

  history.subscribe(({ action: { type } }) => {
    // The browser restores the position of an entry of its history.
    keepsScroll = type !== 'PUSH' && type !== 'REPLACE'
    void load()
  })

  return {
    history,
    view,
    ErrorComponent: options.ErrorComponent,
    load,
    invalidate: load,
    replace(href) {
      history.replace(href)
      return settle()
    },
    preload(pathname) {
      for (const { code } of matchRoute(routes, pathname)?.route.layers ?? [])
        if (typeof code === 'function') code().catch(() => {})
    },
    subscribe(event, listener) {
      listeners[event].add(listener)
      return () => listeners[event].delete(listener)
    },
    emit,
  }
}
