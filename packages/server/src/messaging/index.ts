/** What the operations may import of messaging: messages, announcements. */
export { insertAnnouncement, revokeAnnouncement } from './announcement/announcement-store.ts'
export {
  InvalidDraftError,
  type MessageContent,
  type MessageDraft,
  type MessageTexts,
  parseDraft,
} from './message/message-content.ts'
export { announcementId, broadcastId, ownId, parseMessageId } from './message/message-id.ts'
export { createPictureRule } from './message/picture-rule.ts'
export { type Audience, publishMessage, revokeMessage } from './message/publish-message.ts'
