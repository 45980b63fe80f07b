/** Serves videos, captions and posters. Answers range requests, so that a player can load parts (RFC 9110, section 14). */
import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { parseRange } from './byte-range.ts'
import type { Course, CourseFile, Courses } from './course.ts'

export const COURSE_PATH = '/courses/'

/** The URL contains the hash of the file's content, so browsers may cache it forever. */
export const courseFileUrl = (course: Course, name: string): string =>
  `${COURSE_PATH}${course.id}/${name}?v=${course.files.get(name)?.hash ?? ''}`

export function courseFileRoutes(http: FastifyInstance, courses: Courses): void {
  const findFile = (id: string, name: string): CourseFile | undefined =>
    courses.get(id as Course['id'])?.files.get(name)

  http.get<{ Params: { course: string; file: string }; Querystring: { v?: string } }>(
    `${COURSE_PATH}:course/:file`,
    (request, reply) => {
      const file = findFile(request.params.course, request.params.file)
      if (!file) return reply.callNotFound()
      const { path, type, size, hash } = file
      const etag = `"${hash}"`
      const isImmutable = request.query.v === hash
      reply.type(type).headers({
        'accept-ranges': 'bytes',
        'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-site',
        etag,
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      const { range: rangeHeader, 'if-range': ifRange } = request.headers
      const range = ifRange === undefined || ifRange === etag ? parseRange(rangeHeader, size) : 'whole'
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send('')
      if (range === 'whole') return reply.header('content-length', size).send(createReadStream(path))
      const { start, end } = range
      return reply
        .code(206)
        .headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
        .send(createReadStream(path, { start, end }))
    },
  )
}
