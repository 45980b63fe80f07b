/** What the operations may import of messaging: messages and announcements. */
export {
  insertAnnouncement,
  recallAnnouncement,
  revokeAnnouncement,
} from './announcement/announcement-store.ts'
export {
  InvalidDraftError,
  type MessageContent,
  type MessageDraft,
  type MessageTexts,
  parseDraft,
} from './message/content/message-content.ts'
export {
  accountMessageId,
  announcementId,
  broadcastId,
  parseMessageId,
} from './message/content/message-id.ts'
export { createPictureRule } from './message/content/picture-rule.ts'
export { type Audience, messageAccount, publishMessage } from './message/publish/publish-message.ts'
export { recallMessage, revokeMessage } from './message/publish/revoke-message.ts'
export { RECALL_MARGIN_SECONDS } from './message/store/broadcast-store.ts'
