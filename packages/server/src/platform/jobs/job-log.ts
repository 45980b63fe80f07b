/** Log of the jobs. It receives ids, counts and causes; never a receiver, a code or a payload (S-120). */
export interface JobLog {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
