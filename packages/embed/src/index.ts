/** SDK for apps that embed the portal. Guide: docs/embedding.md. */
import { defineElement } from './element.ts'
import { defineMessages } from './messages-element.ts'

export type * from './elements.ts'
export { createKerf } from './kerf.ts'
export type * from './native-calls.ts'
export { refuse } from './refuse.ts'
export type * from './types.ts'
export { version } from './version.ts'

defineElement()
defineMessages()
