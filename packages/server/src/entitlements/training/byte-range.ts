/** A request's Range header (RFC 9110, section 14.2). */
export interface Range {
  /** first and last byte */
  readonly start: number
  readonly end: number
}

/** One range of bytes; several, or a header not understood, mean the whole file, as the standard allows. */
export function parseRange(header: string | undefined, size: number): Range | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return 'whole'
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}
