/** A server with the calls of the S3 protocol that store, read, list and delete an object. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Server {
  /** the variables by which the S3 client finds it */
  readonly env: Readonly<Record<string, string>>
  /** contents by `/bucket/key` */
  readonly objects: Map<string, Buffer>
  /** by `/bucket/key`: bytes of each part of the last upload in parts */
  readonly parts: Map<string, number[]>
  close(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const parts = new Map<string, number[]>()
  const unfinished = new Map<string, Map<number, Buffer>>()

  /** The three calls of an upload in parts. undefined: the call is another one. */
  function uploadInParts(method: string, { pathname, searchParams }: URL, body: Buffer): string | undefined {
    if (searchParams.has('uploads')) {
      unfinished.set(pathname, new Map())
      return `<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>`
    }
    const received = unfinished.get(pathname)
    if (!searchParams.has('uploadId') || received === undefined) return undefined
    if (method === 'PUT') {
      received.set(Number(searchParams.get('partNumber')), body)
      return ''
    }
    const ordered = [...received].sort(([one], [other]) => one - other).map(([, part]) => part)
    objects.set(pathname, Buffer.concat(ordered))
    parts.set(
      pathname,
      ordered.map(part => part.length),
    )
    return `<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>`
  }

  /** ListObjectsV2, one key a page. */
  function listing({ pathname, searchParams }: URL): string {
    const bucket = `${pathname.replace(/\/$/, '')}/`
    const prefix = bucket + (searchParams.get('prefix') ?? '')
    const names = [...objects.keys()].filter(name => name.startsWith(prefix)).sort()
    const page = Number(searchParams.get('continuation-token') ?? 0)
    const contents = names
      .slice(page, page + 1)
      .map(name => `<Contents><Key>${name.slice(bucket.length)}</Key><Size>1</Size></Contents>`)
    const more = page + 1 < names.length
    const next = more ? `<NextContinuationToken>${page + 1}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://s3')
    const key = url.pathname
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = uploadInParts(request.method ?? '', url, Buffer.concat(chunks))
    if (answer !== undefined) return response.writeHead(200, { etag: '"1"' }).end(answer)
    if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks))
    if (request.method === 'DELETE') objects.delete(key)
    if (url.searchParams.has('list-type')) return response.end(listing(url))
    const found = objects.get(key)
    if ((request.method === 'GET' || request.method === 'HEAD') && !found) {
      response.writeHead(404, { 'content-type': 'application/xml' })
      return response.end(
        request.method === 'HEAD'
          ? undefined
          : '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>',
      )
    }
    response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"1"' })
    response.end(request.method === 'GET' ? found : undefined)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REQUEST_CHECKSUM_CALCULATION: 'WHEN_REQUIRED',
    },
    objects,
    parts,
    close: () => new Promise(done => server.close(() => done())),
  }
}
