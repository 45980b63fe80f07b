import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { constants, copyFile, type FileHandle, link, open as openFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { encrypt } from '../../platform/keys/encryption.ts'
import {
  ArchiveError,
  type ArchiveHeader,
  type ArchivePart,
  deriveArchiveKey,
  encryptionContext,
  PART_BYTES_MAX,
} from './archive-format.ts'

const compress = promisify(gzip)

export interface ArchiveWriter {
  readonly heading: ArchiveHeader
  add(head: ArchivePart['head'], body?: Buffer | string): Promise<void>
  /** Writes the last part; from then on the file stands under its name. Returns its length in bytes. */
  finish(head: ArchivePart['head']): Promise<number>
  /** Leaves nothing behind but what was finished. */
  discard(): Promise<void>
}

/** Unlike a renaming, neither way takes another file's place. Not every file system has links. */
async function place(draft: string, path: string): Promise<void> {
  await link(draft, path).catch(async (error: { code?: string }) => {
    if (error.code === 'EEXIST') throw error
    await copyFile(draft, path, constants.COPYFILE_EXCL)
  })
}

/** Writes beside `path` until all is there. Rejects with EEXIST for a file that is there already, at the end too. */
export async function createArchive(path: string, master: Buffer): Promise<ArchiveWriter> {
  if (existsSync(path)) throw Object.assign(new Error('the file exists'), { code: 'EEXIST' })
  const draft = `${path}.part-${randomUUID()}`
  let file: FileHandle | undefined
  const drop = async (): Promise<void> => {
    await file?.close().catch(() => undefined)
    file = undefined
    await rm(draft, { force: true })
  }
  try {
    file = await openFile(draft, 'wx', 0o600)
    const heading: ArchiveHeader = {
      kerf: 'backup',
      format: 1,
      id: randomUUID(),
      at: Math.floor(Date.now() / 1000),
    }
    const line = JSON.stringify(heading)
    const key = deriveArchiveKey(master)
    let count = 0
    let length = 0
    const write = async (bytes: Buffer): Promise<void> => {
      if (!file) throw new Error('the backup has ended')
      await file.appendFile(bytes)
      length += bytes.length
    }
    const put = async (head: ArchivePart['head'], body: Buffer | string, last: boolean): Promise<void> => {
      const plain = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), Buffer.from(body as string)])
      const sealed = encrypt(key, await compress(plain), encryptionContext(line, count++, last))
      if (sealed.length > PART_BYTES_MAX) throw new ArchiveError('The backup has a part that is too large.')
      const size = Buffer.alloc(4)
      size.writeUInt32BE(sealed.length)
      await write(Buffer.concat([size, sealed]))
    }
    await write(Buffer.from(`${line}\n`))
    return {
      heading,
      add: (head, body = '') => put(head, body, false),
      async finish(head) {
        await put(head, '', true)
        await file?.sync()
        await place(draft, path)
        await drop()
        return length
      },
      discard: drop,
    }
  } catch (error) {
    await drop()
    throw error
  }
}
