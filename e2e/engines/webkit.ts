/** WebKitGTK by its own WebDriver, which drives a small GTK program. */
import { fileURLToPath } from 'node:url'
import { freePort } from '../lib/free-port.ts'
import { DISPLAY_SERVER, openDisplay } from './display.ts'
import type { Engine, Target } from './engine.ts'
import { firstLine, PYTHON, requirePrograms, retry, start } from './process.ts'
import { openSample, sampleVersion } from './sample-app.ts'

const PROGRAM = fileURLToPath(new URL('webkit-view.py', import.meta.url))
const DRIVER = '/usr/bin/WebKitWebDriver'

export const webkitEngine: Engine = {
  name: 'WebKitGTK',
  cookies: ['allowed', 'blocked'],
  keepsInsecureCookies: false,
  async version() {
    requirePrograms(DISPLAY_SERVER, DRIVER)
    return firstLine(PYTHON, PROGRAM, '--version')
  },
  openSample: (portal, cookies) => openSample('webkitgtk', portal, cookies),
  async open({ cookies, preload }) {
    const port = await freePort()
    const driver = start(DRIVER, [`--port=${port}`], {
      DISPLAY: await openDisplay(),
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
      KERF_COOKIES: cookies,
      KERF_PRELOAD: preload ?? '',
    })
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
        signal: AbortSignal.timeout(20_000),
      })
      const { value } = (await response.json()) as { value: unknown }
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
      return value
    }
    try {
      await retry(() => call('GET', '/status'))
      const { sessionId } = (await call('POST', '/session', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: PROGRAM, args: [] } } },
      })) as { sessionId: string }
      const at = (path: string) => `/session/${sessionId}${path}`
      const first = (await call('GET', at('/window'))) as string
      /** Commands go to one window and frame at a time. */
      const run = async (window: string, frame: number | null, body: string): Promise<unknown> => {
        await call('POST', at('/window'), { handle: window })
        await call('POST', at('/frame'), { id: null })
        if (frame !== null) await call('POST', at('/frame'), { id: frame })
        return call('POST', at('/execute/async'), {
          script: `const done = arguments[arguments.length - 1];
            (async () => {${body}\n})().then(value => done({ value }), error => done({ error: String(error) }))`,
          args: [],
        }).then(outcome => {
          const { value, error } = outcome as { value?: unknown; error?: string }
          if (error) throw new Error(error)
          return value
        })
      }
      const target = (window: string, frame: number | null): Target => ({
        run: body => run(window, frame, body),
      })
      return {
        page: {
          ...target(first, null),
          async goto(url) {
            await call('POST', at('/window'), { handle: first })
            await call('POST', at('/url'), { url })
          },
          frame: async () =>
            (await run(first, null, 'return window.frames.length')) ? target(first, 0) : undefined,
          async popup() {
            const handles = (await call('GET', at('/window/handles'))) as string[]
            const opened = handles.find(handle => handle !== first)
            return opened === undefined ? undefined : target(opened, null)
          },
        },
        async close() {
          await call('DELETE', at('')).catch(() => undefined)
          await driver.stop()
        },
      }
    } catch (error) {
      await driver.stop()
      throw new Error(`${error instanceof Error ? error.message : error} ${driver.output()}`)
    }
  },
}

/** Its page, frame and messages are those of WebKitGTK. */
export const wxEngine: Engine = {
  name: 'wxWebView',
  checks: ['bridge'],
  cookies: ['allowed', 'blocked'],
  keepsInsecureCookies: false,
  version: () => sampleVersion('wx'),
  openSample: (portal, cookies) => openSample('wx', portal, cookies),
  open: () => Promise.reject(new Error('wxWebView is driven by its sample')),
}
