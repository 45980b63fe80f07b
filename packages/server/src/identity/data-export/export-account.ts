/** Download of everything stored about an account (GDPR articles 15 and 20, PIPL article 45). */

import type { LoadedBrand } from '@kerf/brands/registry'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { assertRecentAuthentication } from '../session/session-companion.ts'
import { writeArchive } from './account-archive.ts'

export interface ExportDependencies extends Pick<PlatformServices, 'db' | 'limiter'> {
  readonly files: FileStore
  readonly findBrand: (code: string) => LoadedBrand
}

/** An archive reads every table, and a download may be repeated after it broke off. */
const EXPORTS_PER_DAY = { limit: 10, seconds: DAY_SECONDS }

export interface Archive {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

/** Its English name, as far as any system can write it. */
const fileNameOf = ({ brand }: LoadedBrand): string =>
  brand.name.en.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || brand.code

export function createExportAccount({ db, files, limiter, findBrand }: ExportDependencies) {
  /** Throws `proof_required` without a recent authentication in this browser, and `too_many_requests`. */
  return async function exportAccount(session: SessionClaims, caller: Caller): Promise<Archive> {
    await assertRecentAuthentication(db, session, caller)
    const { uid } = session
    await limiter.consume({ key: `export:${uid}`, ...EXPORTS_PER_DAY })
    await writeAudit(db, { event: 'account.exported', outcome: 'ok', uid, ...auditContext(caller) })
    const brand = findBrand(caller.app.brand)
    const { lang, timeZone } = caller
    const day = new Date().toISOString().slice(0, 10)
    return {
      name: `${fileNameOf(brand)}-data-${day}.zip`,
      content: writeArchive({ db, files }, { uid, lang, brand, timeZone }),
    }
  }
}

export type ExportAccount = ReturnType<typeof createExportAccount>
