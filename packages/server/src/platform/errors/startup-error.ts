/** The process cannot start. The message is shown to the operator without a stack trace. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
