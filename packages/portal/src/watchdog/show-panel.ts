import { createFailurePanel } from '@kerf/embed/watchdog/failure-panel'
import type { Failure } from '@kerf/embed/watchdog/watchdog'
import * as m from '@kerf/locales/messages'
import type { PageFailure } from './find-reason.ts'
import { openLoginWindow } from './open-login-window.ts'

const TEXTS: Readonly<Record<PageFailure, () => string>> = {
  offline: m.watch_offline,
  unreachable: m.watch_unreachable,
  blocked: m.watch_blocked,
  version: m.watch_version,
  slow: m.watch_slow,
}

/** Shows the panel above the page, or in full height where the page is blank. Returns a function that removes it. */
export function showPanel({ reason, code }: Failure<PageFailure>): () => void {
  const isBlank = !document.getElementById('root')?.firstElementChild
  const panel = createFailurePanel(
    {
      title: m.watch_title(),
      reason: TEXTS[reason](),
      retry: m.watch_retry(),
      browser: m.watch_browser(),
      code: m.watch_code({ code }),
    },
    { retry: () => location.reload(), openInBrowser: openLoginWindow },
    `max-width:40rem;margin:0 auto;${isBlank ? 'min-height:100vh' : ''}`,
  )
  panel.dataset.watch = reason
  // An error can occur before the body exists.
  const insert = () => document.body.prepend(panel)
  if (document.body) insert()
  else addEventListener('DOMContentLoaded', insert)
  return () => {
    removeEventListener('DOMContentLoaded', insert)
    panel.remove()
  }
}
