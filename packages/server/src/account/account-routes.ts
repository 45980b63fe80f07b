import { basic, fullinfo } from '@kerf/contract/endpoints/account'
import type { Queryable } from '../db/database.ts'
import type { AddRoute } from '../http/route.ts'
import { basicInfo, fullInfo } from './account-info.ts'

/** A remembered session's cookie is given a new year once a day of use. */
const RENEW_AFTER = 24 * 3600

export function accountRoutes(add: AddRoute, db: Queryable): void {
  add(basic, (_, { session }) => basicInfo(session))
  add(fullinfo, async (_, { session, renew }) => {
    if (session.idle > RENEW_AFTER) renew(session)
    return fullInfo(db, session.uid)
  })
}
