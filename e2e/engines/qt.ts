/** Qt WebEngine by a small PyQt program and the DevTools protocol. */
import { fileURLToPath } from 'node:url'
import { freePort } from '../lib/free-port.ts'
import { connectDevTools, findDevToolsPages } from './devtools.ts'
import { DISPLAY_SERVER, openDisplay } from './display.ts'
import type { Engine, Target } from './engine.ts'
import { firstLine, PYTHON, requirePrograms, retry, start } from './process.ts'
import { openSample, sampleVersion } from './sample-app.ts'

const PROGRAM = fileURLToPath(new URL('qt-view.py', import.meta.url))

export const qtEngine = (name: string, binding: 'PyQt5' | 'PyQt6'): Engine => ({
  name,
  cookies: ['allowed', 'blocked'],
  // Since Chromium 89.
  keepsInsecureCookies: binding === 'PyQt6',
  ...(binding === 'PyQt5' && { readsCodes: false }),
  async version() {
    requirePrograms(DISPLAY_SERVER)
    // Its channel is a package of its own.
    await sampleVersion(binding)
    return firstLine(PYTHON, PROGRAM, binding, '--version')
  },
  openSample: (portal, cookies) => openSample(binding, portal, cookies),
  async open({ cookies, preload }) {
    const port = await freePort()
    const program = start(PYTHON, [PROGRAM, binding, cookies], {
      DISPLAY: await openDisplay(),
      QTWEBENGINE_REMOTE_DEBUGGING: `127.0.0.1:${port}`,
      QTWEBENGINE_DISABLE_SANDBOX: '1',
      // Frames of other sites are then contexts of the same DevTools target.
      QTWEBENGINE_CHROMIUM_FLAGS:
        '--no-sandbox --disable-gpu --disable-site-isolation-trials --disable-features=IsolateOrigins,site-per-process',
    })
    const list = () => findDevToolsPages(port)
    const [first] = await retry(list).catch(error => {
      throw new Error(`the view does not start: ${error} ${program.output()}`)
    })
    const page = await connectDevTools(first.webSocketDebuggerUrl)
    if (preload) await page.send('Page.addScriptToEvaluateOnNewDocument', { source: preload })
    let popup: { readonly id: string; readonly target: Target & { close(): void } } | undefined
    return {
      page: {
        run: body => page.run(body, 'main'),
        async goto(url) {
          await page.send('Page.navigate', { url })
          await retry(async () => {
            if ((await page.run('return document.readyState', 'main')) === 'loading')
              throw new Error('loading')
          })
        },
        frame: async () => (page.hasFrame() ? { run: body => page.run(body, 'frame') } : undefined),
        async popup() {
          const opened = (await list()).find(({ id }) => id !== first.id)
          if (opened?.id !== popup?.id) {
            popup?.target.close()
            popup = undefined
            if (opened) {
              const connection = await connectDevTools(opened.webSocketDebuggerUrl)
              const target = { run: (body: string) => connection.run(body, 'main'), close: connection.close }
              popup = { id: opened.id, target }
            }
          }
          return popup?.target
        },
      },
      async close() {
        popup?.target.close()
        page.close()
        await program.stop()
      },
    }
  },
})
