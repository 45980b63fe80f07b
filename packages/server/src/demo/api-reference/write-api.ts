/** Writes `docs/api.md`. Run it after a change of the contract or of the error texts. */
import { writeFile } from 'node:fs/promises'
import { apiMarkdown } from './api-markdown.ts'

await writeFile(new URL('../../../../../docs/api.md', import.meta.url), apiMarkdown())
