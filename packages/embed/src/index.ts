/** The SDK for apps that show the portal: see docs/embedding.md. */
import { defineElement } from './element.ts'
import { defineMessages } from './messages-element.ts'

export { createKerf } from './kerf.ts'
export { refuse } from './refuse.ts'
export type * from './types.ts'

defineElement()
defineMessages()
