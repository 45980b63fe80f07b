/** The programs of samples/native-bridge: a real app with a real bridge, driven by `sample-view.py`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../lib/free-port.ts'
import { connectDevTools, findDevToolsPages } from './devtools.ts'
import { DISPLAY_SERVER, openDisplay } from './display.ts'
import type { LogEntry, SampleApp, Target, ThirdPartyCookies } from './engine.ts'
import { firstLine, PYTHON, type Running, requirePrograms, retry, start } from './process.ts'

const PROGRAM = fileURLToPath(new URL('sample-view.py', import.meta.url))
const RUN_TIMEOUT_MS = 5_000

export type SampleToolkit = 'PyQt6' | 'PyQt5' | 'webkitgtk' | 'wx'

/**
 * What is hard to carry: quotes, a backslash before a letter, line ends of JSON and of scripts, letters beyond ASCII and UTF-16.
 * The program answers it as the text of a refusal.
 */
export const DIFFICULT_TEXT = `"A" 'b' \\n \n \u2028 切割机 🔥`

export async function sampleVersion(toolkit: SampleToolkit): Promise<string> {
  requirePrograms(DISPLAY_SERVER)
  return firstLine(PYTHON, PROGRAM, toolkit, '--version')
}

export async function openSample(
  toolkit: SampleToolkit,
  portal: string,
  cookies: ThirdPartyCookies,
): Promise<SampleApp> {
  const home = mkdtempSync(join(tmpdir(), 'kerf-sample-'))
  const port = toolkit.startsWith('PyQt') ? await freePort() : undefined
  const program = start(PYTHON, [PROGRAM, toolkit, cookies, portal, DIFFICULT_TEXT], {
    DISPLAY: await openDisplay(),
    HOME: home,
    XDG_CACHE_HOME: `${home}/cache`,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_DATA_HOME: `${home}/data`,
    PYTHONDONTWRITEBYTECODE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
    ...(port === undefined
      ? {}
      : {
          QTWEBENGINE_REMOTE_DEBUGGING: `127.0.0.1:${port}`,
          QTWEBENGINE_DISABLE_SANDBOX: '1',
          QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox --disable-gpu',
        }),
  })
  const log = () => program.lines().flatMap(parseEntry)
  const close = async () => {
    await program.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { output } = program
    if (port === undefined) return { page: targetByScripts(program, log), log, output, close }
    const [page] = await retry(() => findDevToolsPages(port))
    const connection = await connectDevTools(page.webSocketDebuggerUrl)
    return {
      page: { run: body => connection.run(body, 'main') },
      log,
      output,
      close: () => {
        connection.close()
        return close()
      },
    }
  } catch (error) {
    await close()
    throw new Error(`${error instanceof Error ? error.message : error} ${program.output()}`)
  }
}

function parseEntry(line: string): LogEntry[] {
  try {
    return [JSON.parse(line) as LogEntry]
  } catch {
    return []
  }
}

/** Sends scripts by standard input; the page posts their outcomes. A navigation in between loses one, so it is not waited for forever. */
function targetByScripts(program: Running, log: () => LogEntry[]): Target {
  let lastId = 0
  return {
    async run(body) {
      const id = ++lastId
      program.send(JSON.stringify({ id, body }))
      const end = Date.now() + RUN_TIMEOUT_MS
      for (;;) {
        const { result } = log().findLast(entry => entry.result?.id === id) ?? {}
        if (result?.error !== undefined) throw new Error(result.error)
        if (result) return result.value
        if (Date.now() > end) throw new Error(`no result: ${program.output().slice(-500)}`)
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    },
  }
}
