/** What an operator did wrong or must know; its text is shown as it is. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
}
