/** Logger for lifecycle messages. A pino logger and `console` both satisfy it. */
export type Log = { info(message: string): void; warn(message: string): void }
