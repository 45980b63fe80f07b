/** An error whose message is shown to the operator. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
}
