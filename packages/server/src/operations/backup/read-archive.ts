import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { decrypt } from '../../platform/keys/encryption.ts'
import {
  ArchiveError,
  type ArchiveHeader,
  type ArchivePart,
  deriveArchiveKey,
  encryptionContext,
  LINE_END,
  PART_BYTES_MAX,
} from './archive-format.ts'

const decompress = promisify(gunzip)
const READ_BUFFER_BYTES = 1024 * 1024
const HEADER_BYTES_MAX = 1_000

const damaged = (): ArchiveError => new ArchiveError('The backup is damaged: a part cannot be decrypted.')
const truncated = (): ArchiveError => new ArchiveError('The backup is incomplete: its end is missing.')

/** Reads lines and byte counts from a stream of chunks. */
class ChunkReader {
  #buffer = Buffer.alloc(0)
  readonly #chunks: AsyncIterator<Buffer>

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async #readChunk(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#buffer = Buffer.concat([this.#buffer, value])
    return true
  }

  /** Undefined at the end of the stream. Throws an ArchiveError if the stream ends within the bytes. */
  async readBytes(length: number): Promise<Buffer | undefined> {
    while (this.#buffer.length < length)
      if (!(await this.#readChunk())) {
        if (this.#buffer.length === 0) return undefined
        throw truncated()
      }
    const bytes = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    return bytes
  }

  /** Undefined if no line ends within `max` bytes. */
  async readLine(max: number): Promise<string | undefined> {
    for (;;) {
      const end = this.#buffer.indexOf(LINE_END)
      if (end >= 0) {
        const line = this.#buffer.subarray(0, end).toString()
        this.#buffer = this.#buffer.subarray(end + 1)
        return line
      }
      if (this.#buffer.length > max || !(await this.#readChunk())) return undefined
    }
  }
}

function parseHeader(line: string): ArchiveHeader {
  let header: ArchiveHeader | undefined
  try {
    header = JSON.parse(line)
  } catch {
    header = undefined
  }
  if (header?.kerf !== 'backup' || !Number.isSafeInteger(header.at))
    throw new ArchiveError('The file is not a backup of Kerf Passport.')
  if (header.format !== 1) throw new ArchiveError('The backup was made by a newer version of Kerf Passport.')
  return header
}

export interface ArchiveReader {
  readonly header: ArchiveHeader
  /** All parts in order. Throws an ArchiveError unless the part marked as the last ends the file. */
  parts(): AsyncGenerator<ArchivePart & { readonly isLast: boolean }>
  close(): void
}

/** Throws an ArchiveError, or an error of the file system. */
export async function openArchive(path: string, masterKey: Buffer): Promise<ArchiveReader> {
  const stream = createReadStream(path, { highWaterMark: READ_BUFFER_BYTES })
  const reader = new ChunkReader(stream as AsyncIterable<Buffer>)
  let headerLine: string
  let header: ArchiveHeader
  try {
    headerLine = (await reader.readLine(HEADER_BYTES_MAX)) ?? ''
    header = parseHeader(headerLine)
  } catch (error) {
    stream.destroy()
    throw error
  }
  const key = deriveArchiveKey(masterKey)

  const decryptPart = async (encrypted: Buffer, position: number) => {
    for (const isLast of [false, true]) {
      let plain: Buffer
      try {
        plain = await decompress(decrypt(key, encrypted, encryptionContext(headerLine, position, isLast)))
      } catch {
        continue
      }
      const end = plain.indexOf(LINE_END)
      return { head: JSON.parse(plain.subarray(0, end).toString()), body: plain.subarray(end + 1), isLast }
    }
    if (position > 0) throw damaged()
    throw new ArchiveError(
      'The backup cannot be decrypted: KERF_MASTER_KEY must be the master key under which it was made.',
    )
  }

  return {
    header,
    async *parts() {
      for (let position = 0; ; position++) {
        const length = (await reader.readBytes(4))?.readUInt32BE()
        if (length === undefined) throw truncated()
        if (length > PART_BYTES_MAX) throw damaged()
        const encrypted = await reader.readBytes(length)
        if (!encrypted) throw truncated()
        const part = await decryptPart(encrypted, position)
        if (part.isLast && (await reader.readBytes(1)))
          throw new ArchiveError('The backup is damaged: data follows its end.')
        yield part
        if (part.isLast) return
      }
    },
    close: () => stream.destroy(),
  }
}
