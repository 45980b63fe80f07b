/** What receives one line for each thing worth knowing; a pino logger and `console` both fit. */
export type Log = { info(message: string): void; warn(message: string): void }
