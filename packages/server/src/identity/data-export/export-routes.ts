import { exportAccount as exportEndpoint } from '@kerf/contract/endpoints/data-export'
import type { AddRoute } from '../session/session-guard.ts'
import type { ExportAccount } from './export-account.ts'

export function exportRoutes(add: AddRoute, exportAccount: ExportAccount): void {
  add(exportEndpoint, async (_, context) => {
    const { name, content } = await exportAccount(context.session, context.caller)
    return context.sendStream(name, content)
  })
}
