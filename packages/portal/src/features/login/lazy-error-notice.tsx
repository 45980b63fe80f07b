import { lazy, Suspense } from 'react'
import type { ErrorDescription } from '../../lib/api/error-texts.ts'
import { loadErrorNotice } from './load-sign-in.ts'

interface Props {
  error: ErrorDescription | undefined
}

/** Shown if the chunk of the styled notice cannot be loaded. */
const PlainError = ({ error }: Props) => <p role="alert">{error?.text?.()}</p>

const StyledNotice = lazy(() =>
  loadErrorNotice().then(
    ({ LoginErrorNotice }) => ({ default: LoginErrorNotice }),
    () => ({ default: PlainError }),
  ),
)

/** The error of a sign-in form. Few visits need it, so its code loads while the visitor types. */
export function LazyErrorNotice({ error }: Props) {
  return error ? (
    <Suspense>
      <StyledNotice error={error} />
    </Suspense>
  ) : null
}
