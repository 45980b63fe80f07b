/**
 * Whether a login form has a box for the legal documents, or only a line: the line where this browser's last person has agreed to
 * the present version. The server writes the attribute from the cookie, so that the first paint is right, and CSS shows one of the two.
 */
import type { SignInAgreement } from '@kerf/contract/fields'

export const isAgreementAsked = (): boolean => !('agreed' in document.documentElement.dataset)

/** The account that signs in has not agreed: the form asks by its box. */
export function askForAgreement(): void {
  delete document.documentElement.dataset.agreed
}

/** What a form sends for the value of its box: without a tick, the account must have agreed before. */
export const submittedAgreement = (box: string): SignInAgreement => (box === '' ? 'ask' : true)
