/** Where the demo provider keeps its codes and tokens: in this process, for as long as they live. */

interface Kept {
  readonly payload: Record<string, unknown>
  readonly until: number
}

/** Kept at the most; the oldest goes first. */
const MOST = 5_000

export function createMemory() {
  const kept = new Map<string, Kept>()
  const ofGrant = (grantId: unknown) => [...kept].filter(([, { payload }]) => payload.grantId === grantId)
  return (model: string) => {
    const key = (id: string): string => `${model} ${id}`
    const find = async (id: string): Promise<Record<string, unknown> | undefined> => {
      const found = kept.get(key(id))
      return found && found.until > Date.now() ? found.payload : undefined
    }
    return {
      find,
      async upsert(id: string, payload: Record<string, unknown>, seconds?: number): Promise<void> {
        kept.delete(key(id))
        kept.set(key(id), { payload, until: Date.now() + (seconds ?? 3600) * 1_000 })
        if (kept.size > MOST) kept.delete(kept.keys().next().value ?? '')
      },
      async consume(id: string): Promise<void> {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      async destroy(id: string): Promise<void> {
        kept.delete(key(id))
      },
      async findByUid(uid: string) {
        return [...kept].find(
          ([name, { payload }]) => name.startsWith(`${model} `) && payload.uid === uid,
        )?.[1].payload
      },
      async findByUserCode() {
        return undefined
      },
      async revokeByGrantId(grantId: string): Promise<void> {
        for (const [name] of ofGrant(grantId)) kept.delete(name)
      },
    }
  }
}
