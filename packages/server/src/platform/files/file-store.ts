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

/** The store takes no files: it is full, over its quota or read-only. Answered with HTTP 503. */
export class FileStoreFullError extends Error {
  override readonly name = 'FileStoreFullError'
  readonly code: string
  constructor(code: string) {
    super(`the file store takes no files: ${code}`)
    this.code = code
  }
}
