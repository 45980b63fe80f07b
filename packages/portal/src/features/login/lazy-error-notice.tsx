import { lazy, Suspense } from 'react'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { loadErrorNotice } from './load-sign-in.ts'

interface Props {
  fault: ErrorDescription | undefined
}

/** When the look of it cannot be fetched, the words alone must do. */
const Plain = ({ fault }: Props) => <p role="alert">{fault?.text?.()}</p>

const FaultNotice = lazy(() =>
  loadErrorNotice().then(
    ({ LoginErrorNotice }) => ({ default: LoginErrorNotice }),
    () => ({ default: Plain }),
  ),
)

/** Room for what the server refused. Most visits never see it, so its look is fetched while they type. */
export function LazyErrorNotice({ fault }: Props) {
  return fault ? (
    <Suspense>
      <FaultNotice fault={fault} />
    </Suspense>
  ) : null
}
