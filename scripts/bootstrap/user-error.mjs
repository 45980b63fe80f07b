/** An error that the person at the terminal can act on. Its message is printed without a stack trace. */
export class UserError extends Error {}
