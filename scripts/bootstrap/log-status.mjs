/** Prints a status line to standard error. Standard output belongs to the program that is started. */
export function logStatus(text) {
  process.stderr.write(`${text}\n`)
}
