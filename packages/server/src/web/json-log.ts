/** Options of the log of each process: lines of JSON on standard output, with the time in UTC (docs/monitoring.md). */
export const jsonLog = (level: string) => ({
  level,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
})

/** The part of the log that a start needs before there is a server. */
export type StartLog = Readonly<Record<'info' | 'warn', (message: string) => void>>

const LEVELS = { info: 30, warn: 40 } as const
/** Those that leave out a level of the start. */
const SILENT: Readonly<Record<keyof typeof LEVELS, readonly string[]>> = {
  info: ['warn', 'error', 'fatal', 'silent'],
  warn: ['error', 'fatal', 'silent'],
}

/** In production a collector reads one JSON object a line, from the first one on; elsewhere people read. */
export function createStartLog({
  production,
  logLevel,
}: {
  readonly production: boolean
  readonly logLevel: string
}): StartLog {
  const write = (level: keyof typeof LEVELS) => (msg: string) => {
    if (!production) console.error(msg)
    else if (!SILENT[level].includes(logLevel))
      process.stdout.write(
        `${JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), msg })}\n`,
      )
  }
  return { info: write('info'), warn: write('warn') }
}
