/** Standard output belongs to the program that is started; what the bootstrap says goes to standard error. */
export function say(text) {
  process.stderr.write(`${text}\n`)
}
