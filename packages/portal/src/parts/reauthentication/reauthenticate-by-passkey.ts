import { getPasskeyProofOptions } from '@kerf/contract/endpoints/passkey'
import { reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { callApi } from '../../lib/api/api-client.ts'
import { storeCompanion } from '../../lib/token/companion.ts'

/** Rejects like an aborted call if the person closes the prompt. */
export async function reauthenticateByPasskey(signal: AbortSignal): Promise<void> {
  const { promptForPasskey } = await import('../passkeys/passkey.ts')
  const { options } = await callApi(getPasskeyProofOptions, {}, { signal })
  const credential = await promptForPasskey(options)
  const { companion } = await callApi(reauthenticate, { credential }, { signal })
  storeCompanion(companion)
}
