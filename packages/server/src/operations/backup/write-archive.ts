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
  readonly header: ArchiveHeader
  add(head: ArchivePart['head'], body?: Buffer | string): Promise<void>
  /** Writes the last part and moves the file to its path. Returns its size in bytes. */
  finish(head: ArchivePart['head']): Promise<number>
  /** Removes an unfinished file. Does nothing after `finish`. */
  discard(): Promise<void>
}

/** Never overwrites a file, unlike rename. Copies where the file system has no hard links. */
async function publishDraft(draft: string, path: string): Promise<void> {
  await link(draft, path).catch(async (error: { code?: string }) => {
    if (error.code === 'EEXIST') throw error
    await copyFile(draft, path, constants.COPYFILE_EXCL)
  })
}

/** Writes to a draft beside `path` until `finish`. Rejects with EEXIST if `path` exists, also at the end. */
export async function createArchive(path: string, masterKey: Buffer): Promise<ArchiveWriter> {
  if (existsSync(path)) throw Object.assign(new Error('the file exists'), { code: 'EEXIST' })
  const draft = `${path}.part-${randomUUID()}`
  let file: FileHandle | undefined
  const discard = async (): Promise<void> => {
    await file?.close().catch(() => undefined)
    file = undefined
    await rm(draft, { force: true })
  }
  try {
    file = await openFile(draft, 'wx', 0o600)
    const header: ArchiveHeader = {
      kerf: 'backup',
      format: 1,
      id: randomUUID(),
      at: Math.floor(Date.now() / 1000),
    }
    const headerLine = JSON.stringify(header)
    const key = deriveArchiveKey(masterKey)
    let parts = 0
    let size = 0
    const write = async (bytes: Buffer): Promise<void> => {
      if (!file) throw new Error('the archive is closed')
      await file.appendFile(bytes)
      size += bytes.length
    }
    const writePart = async (
      head: ArchivePart['head'],
      body: Buffer | string,
      isLast: boolean,
    ): Promise<void> => {
      const plain = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), Buffer.from(body as string)])
      const context = encryptionContext(headerLine, parts++, isLast)
      const encrypted = encrypt(key, await compress(plain), context)
      if (encrypted.length > PART_BYTES_MAX) throw new ArchiveError('A part of the backup is too large.')
      const length = Buffer.alloc(4)
      length.writeUInt32BE(encrypted.length)
      await write(Buffer.concat([length, encrypted]))
    }
    await write(Buffer.from(`${headerLine}\n`))
    return {
      header,
      add: (head, body = '') => writePart(head, body, false),
      async finish(head) {
        await writePart(head, '', true)
        await file?.sync()
        await publishDraft(draft, path)
        await discard()
        return size
      },
      discard,
    }
  } catch (error) {
    await discard()
    throw error
  }
}
