/** One X server without a screen for all views of this process. It chooses a free number by itself, unlike `xvfb-run`. */
import { type Running, retry, start } from './process.ts'

export const DISPLAY_SERVER = '/usr/bin/Xvfb'

let server: Running | undefined

/** Without `-noreset` the server starts again when its last client leaves, and refuses the next one meanwhile. */
const ARGUMENTS = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset']

/** Value of the variable DISPLAY. */
export async function openDisplay(): Promise<string> {
  server ??= start(DISPLAY_SERVER, ARGUMENTS)
  const { lines, output } = server
  return retry(async () => {
    const [number] = lines()
    if (number === undefined) throw new Error(`Xvfb does not start: ${output()}`)
    return `:${number}`
  })
}

export async function closeDisplay(): Promise<void> {
  await server?.stop()
  server = undefined
}
