/** Writes the OpenAPI document with an example origin into the file that its argument names. `npm run pack` calls it. */
import { writeFile } from 'node:fs/promises'
import { EXAMPLE_OPTIONS, openApiDocument } from '../../web/openapi/openapi-document.ts'

const [file = 'openapi.json'] = process.argv.slice(2)
await writeFile(file, `${JSON.stringify(openApiDocument(EXAMPLE_OPTIONS), null, 2)}\n`)
