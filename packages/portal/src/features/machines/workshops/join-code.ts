import { JOIN_CODE_CHARACTERS } from '@kerf/contract/machines/workshops'

/** As typed: in capitals, without separators, with the letters that look like digits. undefined: it is no join code. */
export function readJoinCode(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === JOIN_CODE_CHARACTERS && /^[0-9A-HJKMNP-TV-Z]+$/.test(code) ? code : undefined
}

/** In groups that stay in one line. */
export const showJoinCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1\u00A0')
