import { lazy, Suspense } from 'react'
import type { Explained } from '../../lib/explain.ts'
import { loadErrorNotice } from './load-sign-in.ts'

interface Props {
  fault: Explained | undefined
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
