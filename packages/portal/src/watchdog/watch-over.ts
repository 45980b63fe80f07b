/** Sees to it that an embedded page never stays blank: where it does not come up, it says why and what to do. */
import { type Evidence, findReason, type Reason } from './find-reason.ts'
import { openBeside } from './open-beside.ts'
import { showPanel } from './panel.ts'
import { supportCode } from './support-code.ts'
import { tellHost } from './tell-host.ts'

/** Milliseconds a page may take before it is spoken of. */
const PATIENCE = 10_000
/** Said by the page once it has come up: see `app/embedded.ts`. */
const UP = 'kerf-up'

export function watchOver(): void {
  let up = false
  let shown: Reason | undefined
  let hide = () => {}
  const evidence: { -readonly [K in keyof Evidence]: Evidence[K] } = { asset: undefined, threw: false }

  async function look(): Promise<void> {
    const reason = await findReason(evidence)
    if (up || reason === shown) return
    shown = reason
    const code = supportCode(reason)
    hide()
    hide = showPanel(reason, code, { retry: () => location.reload(), inBrowser: openBeside })
    tellHost(reason, code)
  }

  // What does not load tells its element only, so it is caught on the way down.
  addEventListener(
    'error',
    event => {
      if (up) return
      const { target } = event
      if (target instanceof HTMLScriptElement) evidence.asset = target.src
      else if (target instanceof HTMLLinkElement && target.rel !== 'icon') evidence.asset = target.href
      else if (event instanceof ErrorEvent) evidence.threw = true
      else return
      void look()
    },
    true,
  )
  addEventListener('offline', () => up || void look())
  const timer = setTimeout(look, PATIENCE)
  addEventListener(UP, () => {
    up = true
    clearTimeout(timer)
    hide()
  })
}
