/** Characters of a code that a device shows, without the hyphen between its groups. */
const CODE_LENGTH = 8
const GROUP_LENGTH = CODE_LENGTH / 2

const plain = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/** The typed code in two groups, and where the caret is then. A text that is longer than a code stays as it is. */
export function groupUserCode(
  typed: string,
  caret: number,
): { readonly text: string; readonly caret: number } {
  const code = plain(typed)
  if (code.length > CODE_LENGTH) return { text: typed, caret }
  const before = plain(typed.slice(0, caret)).length
  return code.length <= GROUP_LENGTH
    ? { text: code, caret: before }
    : {
        text: `${code.slice(0, GROUP_LENGTH)}-${code.slice(GROUP_LENGTH)}`,
        caret: before > GROUP_LENGTH ? before + 1 : before,
      }
}
