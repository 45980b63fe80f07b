import { lazy, Suspense } from 'react'
import type { Explained } from '../../lib/explain.ts'
import { loadNotice } from './load-sign-in.ts'

const FaultNotice = lazy(async () => ({ default: (await loadNotice()).FaultNotice }))

/** Room for what the server refused. Most visits never see it, so its look is fetched while they type. */
export function FaultLine({ fault }: { fault: Explained | undefined }) {
  return fault ? (
    <Suspense fallback={<p role="alert">{fault.text?.()}</p>}>
      <FaultNotice fault={fault} />
    </Suspense>
  ) : null
}
