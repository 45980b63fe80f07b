import { exportAccount as exportEndpoint } from '@kerf/contract/endpoints/data-export'
import type { AddRoute } from '../../web/route.ts'
import type { ExportAccount } from './export-account.ts'

export function exportRoutes(add: AddRoute, exportAccount: ExportAccount): void {
  add(exportEndpoint, async (_, { session, caller, sendStream }) => {
    const { name, content } = await exportAccount(session, caller)
    return sendStream(name, content)
  })
}
