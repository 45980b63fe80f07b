import { lazy, Suspense } from 'react'
import type { ErrorDescription } from '../../lib/api/error-texts.ts'
import { loadErrorNotice } from './load-sign-in.ts'

interface Props {
  error: ErrorDescription | undefined
  id?: string | undefined
}

/** Shown if the chunk of the styled notice cannot be loaded. */
const PlainError = ({ error, id }: Props) => (
  <p id={id} role="alert">
    {error?.text?.()}
  </p>
)

const StyledNotice = lazy(() =>
  loadErrorNotice().then(
    ({ LoginErrorNotice }) => ({ default: LoginErrorNotice }),
    () => ({ default: PlainError }),
  ),
)

/** The error of a sign-in form. Few visits need it, so its code loads while the visitor types. */
export function LazyErrorNotice({ error, id }: Props) {
  return error ? (
    <Suspense>
      <StyledNotice error={error} id={id} />
    </Suspense>
  ) : null
}

const REFUSAL_ID = 'login-refusal'

/**
 * A refused login does not say which of the two fields is wrong: its notice is below both and describes both. Other errors are above
 * the button.
 */
export const splitRefusal = (error: ErrorDescription | undefined) => {
  const isRefusal = error?.errorName === 'incorrect_account'
  return {
    errorId: isRefusal ? REFUSAL_ID : undefined,
    refusal: isRefusal && <LazyErrorNotice error={error} id={REFUSAL_ID} />,
    notice: !isRefusal && <LazyErrorNotice error={error} />,
  }
}
