/**
 * What only a command can meet: a file, the environment or the database of the machine on which it runs. In English, as `kerf` is; a refusal
 * that the console can show is an OperationError.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
