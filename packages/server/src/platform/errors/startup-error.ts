/** Why a process cannot begin, in words for who starts it: shown as they are, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartFault'
}
