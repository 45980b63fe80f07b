import { createLineLimit } from '../limits/line-limit.ts'

/** Log of the jobs. It receives ids, counts and causes; never a receiver, a code or a payload (S-120). */
export interface JobLog {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Limits warnings and errors: in an outage every worker of every group reports each of its tries. */
export function limitLines(log: JobLog): JobLog {
  const lines = createLineLimit()
  const limited = (level: 'warn' | 'error') => (details: object, message: string) => {
    const leftOut = lines()
    if (leftOut !== undefined) log[level]({ ...details, ...(leftOut > 0 && { leftOut }) }, message)
  }
  return {
    debug: (details, message) => log.debug(details, message),
    info: (details, message) => log.info(details, message),
    warn: limited('warn'),
    error: limited('error'),
  }
}
