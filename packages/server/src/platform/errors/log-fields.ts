const FRAMES_MAX = 8

/** Name, code and stack of an error for a log line. The message is left out, because a database driver may quote a value in it. */
export function errorLogFields(error: unknown): { error?: string; code?: string; frames?: string[] } {
  const { name, code, stack } = Object(error) as { name?: string; code?: string; stack?: string }
  const frames = stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, FRAMES_MAX)
  return { ...(name && { error: name }), ...(code && { code }), ...(frames && { frames }) }
}
