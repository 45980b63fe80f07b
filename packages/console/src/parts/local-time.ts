/** Times of `datetime-local` fields, which have no zone: calls and addresses have ISO times, so that a colleague abroad sees the same. */

/** undefined: nothing was entered, or no time */
export function isoOf(local: string): string | undefined {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/**
 * Shows the browser's message at a time that is typed in part, and returns whether there was none. The value of such a field is '', so a
 * ban would have no end. Missing values are left to the server.
 */
export function reportPartialTimes(form: HTMLFormElement): boolean {
  const typedInPart = [...form.querySelectorAll('input')].find(field => field.validity.badInput)
  return typedInPart === undefined || typedInPart.reportValidity()
}

/** '' for what is no time */
export function localOf(iso: string | undefined): string {
  const at = new Date(iso ?? '')
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
