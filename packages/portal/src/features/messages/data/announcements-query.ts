import type { OutputOf } from '@kerf/contract/endpoint'
import { listAnnouncements } from '@kerf/contract/endpoints/announcement'
import type { Language } from '@kerf/contract/language'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '../../../lib/api/api-client.ts'

export type Announcement = OutputOf<typeof listAnnouncements>['items'][number]

/** Announcements to everyone, newest first, in the version for `language` where one exists. */
export const announcementsQuery = (language: Language) =>
  infiniteQueryOptions({
    queryKey: ['announcements', language],
    queryFn: ({ pageParam, signal }) => callApi(listAnnouncements, pageParam, { signal }),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ next }) => (next === null ? undefined : { cursor: next }),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
