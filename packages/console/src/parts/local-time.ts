/** Times of `datetime-local` fields, which have no zone: calls and addresses have ISO times, so that a colleague abroad sees the same. */

/** undefined: nothing was entered, or no time */
export function isoOf(local: string): string | undefined {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/**
 * False, with the browser's notice at the field: a time that is typed in part reads as none, and a ban without an end would be
 * permanent. What is missing is not judged here: the server's refusal is shown at its field.
 */
export function isComplete(form: HTMLFormElement): boolean {
  const typedInPart = [...form.querySelectorAll('input')].find(field => field.validity.badInput)
  return typedInPart === undefined || typedInPart.reportValidity()
}

/** '' for what is no time */
export function localOf(iso: string | undefined): string {
  const at = new Date(iso ?? '')
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
