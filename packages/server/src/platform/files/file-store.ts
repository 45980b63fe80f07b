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
