/** In-memory storage adapter of oidc-provider for codes, tokens and interactions. */

interface Entry {
  readonly payload: Record<string, unknown>
  readonly expiresAtMs: number
}

/** Above this number the oldest entry is removed. */
const ENTRIES_MAX = 5_000

export function createMemoryAdapter() {
  const entries = new Map<string, Entry>()
  const findByGrant = (grantId: unknown) =>
    [...entries].filter(([, { payload }]) => payload.grantId === grantId)
  return (model: string) => {
    const key = (id: string): string => `${model} ${id}`
    const find = async (id: string): Promise<Record<string, unknown> | undefined> => {
      const found = entries.get(key(id))
      return found && found.expiresAtMs > Date.now() ? found.payload : undefined
    }
    return {
      find,
      async upsert(id: string, payload: Record<string, unknown>, seconds?: number): Promise<void> {
        entries.delete(key(id))
        entries.set(key(id), { payload, expiresAtMs: Date.now() + (seconds ?? 3600) * 1_000 })
        if (entries.size > ENTRIES_MAX) entries.delete(entries.keys().next().value ?? '')
      },
      async consume(id: string): Promise<void> {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      async destroy(id: string): Promise<void> {
        entries.delete(key(id))
      },
      async findByUid(uid: string) {
        return [...entries].find(
          ([name, { payload }]) => name.startsWith(`${model} `) && payload.uid === uid,
        )?.[1].payload
      },
      async findByUserCode() {
        return undefined
      },
      async revokeByGrantId(grantId: string): Promise<void> {
        for (const [name] of findByGrant(grantId)) entries.delete(name)
      },
    }
  }
}
