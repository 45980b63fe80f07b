/**
 * The file of a backup: a line that says what it is, then sealed parts, each with its length in front (32 bits, big endian).
 * A part is compressed and sealed under a key of the master key, bound to this file and its place in it: nothing can
 * be read, changed, left out or put in without the key, and the last part says that it is the last.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, link, open as openFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { open, seal } from '../lib/seal.ts'
import { deriveKey } from '../lib/secrets.ts'

export interface Heading {
  readonly kerf: 'backup'
  readonly format: 1
  readonly id: string
  /** unix seconds */
  readonly at: number
}

/** A line of JSON that says what a part is, and its bytes. */
export interface Part {
  readonly head: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

/** The file is no backup, not whole, or not of this master key. `message` is for the operator. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
}

const LINE_END = 0x0a
/** No part of ours is nearly as large: a longer one is a damaged length. */
const PART_MAX = 256 * 1024 * 1024

const compress = promisify(gzip)
const decompress = promisify(gunzip)
const keyOf = (master: Buffer): Buffer => deriveKey(master, 'backup')
const placeOf = ({ id }: Heading, place: number, last: boolean): string =>
  `backup:${id}:${place}${last ? ':last' : ''}`

export interface ArchiveWriter {
  readonly heading: Heading
  add(head: Part['head'], body?: Buffer | string): Promise<void>
  /** Writes the last part; from then on the file stands under its name. Returns its length in bytes. */
  finish(head: Part['head']): Promise<number>
  /** Leaves nothing behind but what was finished. */
  drop(): Promise<void>
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
    const heading: Heading = {
      kerf: 'backup',
      format: 1,
      id: randomUUID(),
      at: Math.floor(Date.now() / 1000),
    }
    const key = keyOf(master)
    let place = 0
    let length = 0
    const write = async (bytes: Buffer): Promise<void> => {
      if (!file) throw new Error('the backup has ended')
      await file.appendFile(bytes)
      length += bytes.length
    }
    const put = async (head: Part['head'], body: Buffer | string, last: boolean): Promise<void> => {
      const plain = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), Buffer.from(body as string)])
      const sealed = seal(key, await compress(plain), placeOf(heading, place++, last))
      const size = Buffer.alloc(4)
      size.writeUInt32BE(sealed.length)
      await write(Buffer.concat([size, sealed]))
    }
    await write(Buffer.from(`${JSON.stringify(heading)}\n`))
    return {
      heading,
      add: (head, body = '') => put(head, body, false),
      async finish(head) {
        await put(head, '', true)
        await file?.sync()
        // Unlike a renaming, this never takes another file's place.
        await link(draft, path)
        await drop()
        return length
      },
      drop,
    }
  } catch (error) {
    await drop()
    throw error
  }
}

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
        throw new ArchiveFault('The backup is not whole: it ends in the middle.')
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

function asHeading(line: string | undefined): Heading {
  try {
    const heading = JSON.parse(line ?? '') as Heading
    if (heading.kerf === 'backup' && typeof heading.id === 'string') {
      if (heading.format === 1) return heading
      throw new ArchiveFault('The backup was made by a newer version of Kerf Passport.')
    }
  } catch (error) {
    if (error instanceof ArchiveFault) throw error
  }
  throw new ArchiveFault('This is no backup of Kerf Passport.')
}

export interface ArchiveReader {
  readonly heading: Heading
  /** All parts in their order; the last one comes last, or the reading throws. */
  parts(): AsyncGenerator<Part & { readonly last: boolean }>
  close(): void
}

/** Throws an ArchiveFault, or the file system's own fault. */
export async function openArchive(path: string, master: Buffer): Promise<ArchiveReader> {
  const stream = createReadStream(path, { highWaterMark: 1024 * 1024 })
  const pieces = new Pieces(stream as AsyncIterable<Buffer>)
  const heading = asHeading(await pieces.line(1_000))
  const key = keyOf(master)

  const unseal = async (sealed: Buffer, place: number): Promise<Part & { readonly last: boolean }> => {
    for (const last of [false, true]) {
      let plain: Buffer
      try {
        plain = await decompress(open(key, sealed, placeOf(heading, place, last)))
      } catch {
        continue
      }
      const end = plain.indexOf(LINE_END)
      return { head: JSON.parse(plain.subarray(0, end).toString()), body: plain.subarray(end + 1), last }
    }
    throw new ArchiveFault(
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
        if (size === undefined) throw new ArchiveFault('The backup is not whole: its end is missing.')
        if (size > PART_MAX) throw new ArchiveFault('The backup is damaged: a part of it does not open.')
        const sealed = await pieces.take(size)
        if (!sealed) throw new ArchiveFault('The backup is not whole: it ends in the middle.')
        const part = await unseal(sealed, place)
        yield part
        if (part.last) return
      }
    },
    close: () => stream.destroy(),
  }
}
