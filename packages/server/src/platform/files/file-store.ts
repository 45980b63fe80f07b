/** Store of uploaded files: a folder or a bucket (FILE_STORE). The server chooses the names; `file-name.ts` has their form. */
export interface FileStore {
  /** Atomic. */
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** Undefined if the file does not exist. */
  get(name: string): Promise<Buffer | undefined>
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>
  /** Names of the files directly in a folder; empty if the folder does not exist. */
  list(folder: string): Promise<readonly string[]>
}

/**
 * The store takes no files. `full`: it has no space, is over its quota or read-only; `denied`: it refuses the credentials. Answered with
 * HTTP 503. The message names the store, so it may be logged.
 */
export class FileStoreFullError extends Error {
  override readonly name = 'FileStoreFullError'
  readonly code: string
  constructor(cause: 'full' | 'denied', store: string, code: string) {
    const words = cause === 'full' ? 'is full, over its quota or read-only' : 'refuses the credentials'
    super(`the file store ${store} takes no files: it ${words} (${code})`)
    this.code = code
  }
}
