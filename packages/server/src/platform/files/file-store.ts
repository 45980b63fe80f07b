/** Where uploaded files lie: a folder, or a bucket (FILE_STORE). Names are ours, never a caller's. */
export interface FileStore {
  /** Whole or not at all. */
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** Undefined when there is none. */
  get(name: string): Promise<Buffer | undefined>
  /** A file that is not there is no fault. */
  remove(name: string): Promise<void>
  /** Names of what lies directly in a folder, without it; none when there is no such folder. */
  list(folder: string): Promise<readonly string[]>
}
