import type { OutputOf } from '@kerf/contract/endpoint'
import type { countMessages as endpoint } from '@kerf/contract/endpoints/message'
import type { Reading } from './list-messages.ts'
import { loadAccountState } from './list-messages.ts'
import { createMessageView } from './message-view.ts'

export type Counts = OutputOf<typeof endpoint>

/** Unread messages by category: the account's own counted by an index, broadcasts by a walk over the board. */
export const createCountMessages = ({ db, board, defaultApp }: Reading) =>
  async function countMessages(uid: string, appCode = defaultApp): Promise<Counts> {
    const state = await loadAccountState(db, uid)
    const view = createMessageView(state, appCode, defaultApp)
    const counts = { device: 0, system: 0, app: 0, activity: 0, ...state.own }
    for (const row of await board.at(state.version))
      if (!view.hasRead(row) && view.sees(row)) counts[row.category] += 1
    const all = counts.device + counts.system + counts.app + counts.activity
    return { all, ...counts, unread: all }
  }
