// Run as a program with TMPDIR set to an empty folder: the package unpacks itself into the temporary folder of its
// process and has no option for another folder.
import { fileURLToPath } from 'node:url'
import chromium, { inflate } from '@sparticuz/chromium'

await chromium.executablePath()
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))))
