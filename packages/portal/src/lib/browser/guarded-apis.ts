/**
 * Browser APIs that are missing in some engines and throw in others: where all cookies of a frame are blocked, the names exist
 * and each use throws a SecurityError. Every use of storage, channels, workers and permissions goes through this file
 * (biome.json forbids the names elsewhere), except the cookie itself: `cookie.ts`. None of these functions throws.
 */
import { attempt } from './attempt.ts'

/** The value of `sessionStorage`; undefined if there is none or storage is blocked. */
export const readTabStorage = (key: string): string | undefined =>
  attempt(() => sessionStorage.getItem(key)) ?? undefined

/** Does nothing where storage is blocked or full. */
export const writeTabStorage = (key: string, value: string): void =>
  attempt(() => sessionStorage.setItem(key, value))

export const removeFromTabStorage = (key: string): void => attempt(() => sessionStorage.removeItem(key))

/** Removes the entries of both storages whose key matches. */
export function clearStorage(keys: RegExp): void {
  for (const getStorage of [() => localStorage, () => sessionStorage])
    attempt(() => {
      const storage = getStorage()
      for (const key of Object.keys(storage)) if (keys.test(key)) storage.removeItem(key)
    })
}

/** The value of `localStorage`; undefined if there is none or storage is blocked. */
export const readStorage = (key: string): string | undefined =>
  attempt(() => localStorage.getItem(key)) ?? undefined

/** Does nothing where storage is blocked or full. */
export const writeStorage = (key: string, value: string): void =>
  attempt(() => localStorage.setItem(key, value))

/** Whether `localStorage` accepts an entry. */
export const canWriteStorage = (key: string): boolean =>
  attempt(() => {
    localStorage.setItem(key, '1')
    localStorage.removeItem(key)
    return true
  }) ?? false

/** Undefined where the browser allows no channel to other tabs. */
export const openChannel = (name: string): BroadcastChannel | undefined =>
  attempt(() => new BroadcastChannel(name))

/** `create` calls the constructor itself, because the bundler finds workers by `new Worker(new URL(…))`. */
export const startWorker = (create: () => Worker): Worker | undefined => attempt(create)

/** Undefined where the browser does not know the permission or refuses to name its state. */
export const queryPermission = async (name: string): Promise<PermissionState | undefined> => {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state
  } catch {
    return undefined
  }
}
