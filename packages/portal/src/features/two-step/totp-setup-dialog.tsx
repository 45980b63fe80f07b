import { confirmTotp, startTotp } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { verificationCodeRule } from '../../lib/form/lazy-field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { accountQueryKey } from '../../lib/query/query-client.ts'
import { TotpSetup } from '../../parts/factors/totp-setup.tsx'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'

interface Props {
  onDone(recoveryCodes: readonly string[]): void
  onClose(): void
}

/** Sets up an authenticator app: QR code and key, then a code of the app. */
export function TotpSetupDialog({ onDone, onClose }: Props) {
  const query = useQuery({
    queryKey: accountQueryKey('totp-setup'),
    queryFn: () => withReauthentication(() => callApi(startTotp, {})),
    // The secret of a dialog never appears in another one.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const form = useForm<'code'>({
    rules: { code: verificationCodeRule },
    fieldOf: { incorrect_code: 'code' },
    async send({ code }, signal) {
      const { recoveryCodes } = await withReauthentication(() =>
        callApi(confirmTotp, { code: code.trim() }, { signal }),
      )
      onDone(recoveryCodes)
    },
  })
  return (
    <FormDialog title={m.two_step_set_up()} form={form} submit={m.two_step_confirm()} onClose={onClose}>
      <LoadRegion query={query} skeleton={<TotpSetup />} loadingText={m.security_loading()}>
        {setup => <TotpSetup {...setup} />}
      </LoadRegion>
      <CodeField
        name="code"
        label={m.second_step_code()}
        error={form.error('code')}
        onComplete={() => form.submitIfValid()}
        data-autofocus=""
      />
    </FormDialog>
  )
}
