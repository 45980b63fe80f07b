import { lazy, Suspense } from 'react'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { loadErrorNotice } from './load-sign-in.ts'

interface Props {
  fault: ErrorDescription | undefined
}

/** Shown if the chunk of the styled notice cannot be loaded. */
const Plain = ({ fault }: Props) => <p role="alert">{fault?.text?.()}</p>

const FaultNotice = lazy(() =>
  loadErrorNotice().then(
    ({ LoginErrorNotice }) => ({ default: LoginErrorNotice }),
    () => ({ default: Plain }),
  ),
)

/** The error of a sign-in form. Few visits need it, so its code loads while the visitor types. */
export function LazyErrorNotice({ fault }: Props) {
  return fault ? (
    <Suspense>
      <FaultNotice fault={fault} />
    </Suspense>
  ) : null
}
