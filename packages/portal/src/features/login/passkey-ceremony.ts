/** The login with a passkey that the browser has returned, without its screen. */
import { getPasskeyLoginOptions } from '@kerf/contract/endpoints/passkey'
import { callApi } from '../../lib/api/api-client.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { isAgreementAsked, submittedAgreement } from '../../lib/form/agreement.ts'
import type { FormHandle } from '../../lib/form/use-form.ts'
import {
  type AssertedPasskey,
  promptForPasskey,
  signalUnknownPasskey,
  waitForAutofill,
} from '../../parts/passkeys/passkey.ts'
import { signInWithPasskey } from './sign-in.ts'

export interface PasskeyLoginProps {
  readonly form: FormHandle<'agreement' | 'remember'> & { readonly pending: boolean }
  onSignedIn(): Promise<void>
}

/** The props of the last render: the form is another object after each. */
type Latest = () => PasskeyLoginProps

/** Resolves when the box for the legal documents is ticked. */
const whenAgreed = (latest: Latest, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const check = () => latest().form.value('agreement') !== '' && resolve()
    document.addEventListener('change', check, { signal })
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** The passkey waits while the person is asked to agree to the documents: it needs no second prompt. */
async function signIn(latest: Latest, credential: AssertedPasskey, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (isAgreementAsked() && !latest().form.validateField('agreement')) await whenAgreed(latest, signal)
    const { form } = latest()
    const remember = form.value('remember') !== ''
    const agreement = submittedAgreement(form.value('agreement'))
    try {
      await signInWithPasskey({ credential, remember, agreement }, signal)
      return await latest().onSignedIn()
    } catch (error) {
      if (errorNameOf(error) !== 'agreement_required') throw error
      latest().form.showError(await describeError(error))
      await whenAgreed(latest, signal)
    }
  }
}

/** Signs in with the passkey that `choose` returns, and shows errors in the form. Resolves to false if none was chosen. */
async function signInWithChosen(
  latest: Latest,
  choose: () => Promise<AssertedPasskey | undefined>,
  signal: AbortSignal,
): Promise<boolean> {
  let credential: AssertedPasskey | undefined
  try {
    credential = await choose()
    if (!credential) return false
    await signIn(latest, credential, signal)
  } catch (error) {
    if (signal.aborted) return false
    if (credential && errorNameOf(error) === 'passkey_unknown')
      signalUnknownPasskey(location.hostname, credential.id)
    latest().form.showError(await describeError(error))
  }
  return true
}

/** Offers passkeys in the browser's autofill until `signal` aborts. */
export async function offerInAutofill(latest: Latest, signal: AbortSignal): Promise<void> {
  // Without an answer of the server or the browser there is no autofill, and nothing to report.
  const choose = () => waitForAutofill(signal).catch(() => undefined)
  while (!signal.aborted && (await signInWithChosen(latest, choose, signal)));
}

/** Signs in by the browser's own prompt. */
export async function signInByPrompt(latest: Latest, signal: AbortSignal): Promise<void> {
  const choose = async () => {
    const { options } = await callApi(getPasskeyLoginOptions, {}, { signal })
    return promptForPasskey(options)
  }
  await signInWithChosen(latest, choose, signal)
}
