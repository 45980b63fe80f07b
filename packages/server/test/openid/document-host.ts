/** A web host with documents of clients, https as they must be, which this process trusts. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll } from 'vitest'
import { prepareLocalCertificate } from '../../src/demo/local-certificate.ts'
import { useFolder } from '../support/use-folder.ts'

export interface DocumentHost {
  readonly host: string
  /** Answers with the document, which names its own address; returns the address. */
  serve(path: string, document: Readonly<Record<string, unknown>> | string, status?: number): string
  /** paths that were read, in order */
  readonly reads: string[]
}

export async function useDocumentHost(): Promise<DocumentHost> {
  const certificate = await prepareLocalCertificate({ dataDir: useFolder('documents'), publicUrl: undefined })
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  const answers = new Map<string, { text: string; status: number }>()
  const reads: string[] = []
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    const path = request.url ?? ''
    reads.push(path)
    const { text, status } = answers.get(path) ?? { text: '', status: 404 }
    // Without this header the server keeps a document for one minute, and the tests of a file may take longer.
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'max-age=3600',
        location: '/elsewhere',
      })
      .end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    reads,
    serve(path, document, status = 200) {
      const id = `https://${host}${path}`
      const text = typeof document === 'string' ? document : JSON.stringify({ client_id: id, ...document })
      answers.set(path, { text, status })
      return id
    },
  }
}
