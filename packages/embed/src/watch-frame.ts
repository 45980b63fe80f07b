/** Watches a frame of the portal from outside. */
import type { KerfEvents, KerfFailure, KerfLanguage, KerfOptions } from './types.ts'
import { createFailurePanel, type FailurePanelActions } from './watchdog/failure-panel.ts'
import { fetchWithTimeout } from './watchdog/fetch-with-timeout.ts'
import { createWatchdog, type Failure, START_TIMEOUT_MS } from './watchdog/watchdog.ts'

/** What can be found out from outside the frame. */
type FrameFailure = Exclude<KerfFailure, 'blocked'>

type Texts = Readonly<Record<FrameFailure | 'title' | 'retry' | 'browser' | 'code', string>>

const TEXTS: Record<KerfLanguage, Texts> = {
  en: {
    title: 'The login page didn’t load',
    offline: 'You are offline. Check your connection, then try again.',
    unreachable:
      'The account service cannot be reached from here. Check your connection, proxy and firewall.',
    refused: 'This app may not show the login page, or something on this computer blocks it.',
    slow: 'This is taking longer than usual. You can wait, try again, or open it in a browser.',
    version: 'This app is too old to show the page. Update it, or open the page in a browser.',
    retry: 'Try again',
    browser: 'Open in browser',
    code: 'Support code',
  },
  zh: {
    title: '登录页面未能显示',
    offline: '当前处于离线状态，请检查网络后重试。',
    unreachable: '无法连接账号服务，请检查网络、代理或防火墙。',
    refused: '该应用无权显示登录页面，或页面被本电脑上的软件拦截。',
    slow: '加载时间较长。您可以继续等待、重试，或在浏览器中打开。',
    version: '该应用版本过旧，无法显示此页面。请更新应用，或在浏览器中打开。',
    retry: '重试',
    browser: '在浏览器中打开',
    code: '客服代码',
  },
}

export interface WatchedFrame extends FailurePanelActions {
  readonly frame: HTMLIFrameElement
  readonly options: KerfOptions
  /** Origin of the portal. */
  readonly origin: string
  /** Whether the portal in the frame has connected. */
  isReady(): boolean
  report(failure: KerfEvents['failed']): void
}

/** Starts at once. `reset` when the portal has connected; `stop` ends the watching. */
export function watchFrame({ frame, options, origin, isReady, retry, openInBrowser, report }: WatchedFrame) {
  let isLoaded = false
  let isPanelShown = false
  const handleLoad = () => {
    isLoaded = true
    // Until now it was slow. If it does not connect either, it was refused.
    if (isPanelShown) watchdog.start()
  }
  frame.addEventListener('load', handleLoad)

  const watchdog = createWatchdog<FrameFailure>({
    source: 'K',
    timeoutMs: options.timeoutMs ?? options.patience ?? START_TIMEOUT_MS,
    isDone: () => isReady() || !frame.isConnected,
    findReason: () => findReason(origin, () => isLoaded),
    show(failure) {
      isPanelShown = true
      const restore = replaceFrame(frame, options.language ?? 'en', failure, {
        retry() {
          watchdog.reset()
          retry()
          isLoaded = false
          watchdog.start()
        },
        openInBrowser,
      })
      return () => {
        isPanelShown = false
        restore()
      }
    },
    report,
  })
  watchdog.start()
  return {
    ...watchdog,
    stop() {
      watchdog.reset()
      frame.removeEventListener('load', handleLoad)
    },
  }
}

/** A frame that has loaded without connecting was refused. One that is still loading is slow, if the server is reachable. */
async function findReason(origin: string, isLoaded: () => boolean): Promise<FrameFailure> {
  if (!navigator.onLine) return 'offline'
  try {
    await fetchWithTimeout(`${origin}/healthz`, { mode: 'no-cors' })
  } catch {
    return 'unreachable'
  }
  return isLoaded() ? 'refused' : 'slow'
}

/** Shows the panel in place of the frame. Returns a function that restores the frame. */
function replaceFrame(
  frame: HTMLIFrameElement,
  language: KerfLanguage,
  failure: Failure<FrameFailure>,
  actions: FailurePanelActions,
): () => void {
  const texts = TEXTS[language]
  const panel = createFailurePanel(
    { ...texts, reason: texts[failure.reason], code: `${texts.code}: ${failure.code}` },
    actions,
    'color-scheme:light dark;background:Canvas;color:CanvasText;border:1px solid #8886;border-radius:12px;min-height:260px',
    'border:0;background:#0b7446;color:#fff',
  )
  panel.lang = language
  panel.dataset.kerf = failure.reason
  const { display } = frame.style
  frame.style.display = 'none'
  frame.after(panel)
  return () => {
    panel.remove()
    frame.style.display = display
  }
}
