import type { FastifyReply } from 'fastify'

/** Sends a WebP whose content never changes. The headers keep the content inert (S-109). */
export const sendPicture = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply
    .type('image/webp')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-disposition', 'inline')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(bytes)
