/** Writes `docs/api.md` and `docs/openapi.json`. Run it after a change of the contract or of the error texts. */
import { writeFile } from 'node:fs/promises'
import { EXAMPLE_OPTIONS, openApiDocument } from '../../web/openapi/openapi-document.ts'
import { apiMarkdown } from './api-markdown.ts'

const docs = new URL('../../../../../docs/', import.meta.url)
await writeFile(new URL('api.md', docs), apiMarkdown())
await writeFile(
  new URL('openapi.json', docs),
  `${JSON.stringify(openApiDocument(EXAMPLE_OPTIONS), null, 2)}\n`,
)
