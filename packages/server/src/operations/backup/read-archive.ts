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

/** Reads whole pieces off a stream of chunks. */
class Pieces {
  #rest = Buffer.alloc(0)
  readonly #chunks: AsyncIterator<Buffer>

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#rest = Buffer.concat([this.#rest, value])
    return true
  }

  /** Undefined at the end; throws in the middle. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#rest.length < length)
      if (!(await this.#more())) {
        if (this.#rest.length === 0) return undefined
        throw new ArchiveError('The backup is not whole: it ends in the middle.')
      }
    const piece = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return piece
  }

  async line(max: number): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(LINE_END)
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString()
        this.#rest = this.#rest.subarray(end + 1)
        return line
      }
      if (this.#rest.length > max || !(await this.#more())) return undefined
    }
  }
}

function asHeading(line: string): ArchiveHeader {
  let heading: ArchiveHeader
  try {
    heading = JSON.parse(line)
  } catch {
    throw new ArchiveError('This is no backup of Kerf Passport.')
  }
  if (heading?.kerf !== 'backup' || !Number.isSafeInteger(heading.at))
    throw new ArchiveError('This is no backup of Kerf Passport.')
  if (heading.format !== 1) throw new ArchiveError('The backup was made by a newer version of Kerf Passport.')
  return heading
}

export interface ArchiveReader {
  readonly heading: ArchiveHeader
  /** All parts in their order; the last one comes last, or the reading throws. */
  parts(): AsyncGenerator<ArchivePart & { readonly last: boolean }>
  close(): void
}

/** Throws an ArchiveFault, or the file system's own fault. */
export async function openArchive(path: string, master: Buffer): Promise<ArchiveReader> {
  const stream = createReadStream(path, { highWaterMark: 1024 * 1024 })
  const pieces = new Pieces(stream as AsyncIterable<Buffer>)
  let line: string
  let heading: ArchiveHeader
  try {
    line = (await pieces.line(1_000)) ?? ''
    heading = asHeading(line)
  } catch (error) {
    stream.destroy()
    throw error
  }
  const key = deriveArchiveKey(master)

  const unseal = async (sealed: Buffer, place: number): Promise<ArchivePart & { readonly last: boolean }> => {
    for (const last of [false, true]) {
      let plain: Buffer
      try {
        plain = await decompress(decrypt(key, sealed, encryptionContext(line, place, last)))
      } catch {
        continue
      }
      const end = plain.indexOf(LINE_END)
      return { head: JSON.parse(plain.subarray(0, end).toString()), body: plain.subarray(end + 1), last }
    }
    throw new ArchiveError(
      place === 0
        ? 'The backup does not open: KERF_MASTER_KEY must be the master key it was made under.'
        : 'The backup is damaged: a part of it does not open.',
    )
  }

  return {
    heading,
    async *parts() {
      for (let place = 0; ; place++) {
        const size = (await pieces.take(4))?.readUInt32BE()
        if (size === undefined) throw new ArchiveError('The backup is not whole: its end is missing.')
        if (size > PART_BYTES_MAX)
          throw new ArchiveError('The backup is damaged: a part of it does not open.')
        const sealed = await pieces.take(size)
        if (!sealed) throw new ArchiveError('The backup is not whole: it ends in the middle.')
        const part = await unseal(sealed, place)
        if (part.last && (await pieces.take(1)))
          throw new ArchiveError('The backup is damaged: something follows its end.')
        yield part
        if (part.last) return
      }
    },
    close: () => stream.destroy(),
  }
}
