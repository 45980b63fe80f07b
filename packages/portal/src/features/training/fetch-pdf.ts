import { getCertificatePdf } from '@kerf/contract/endpoints/certificate'
import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import { fetchFile } from '../../lib/api/fetch-file.ts'

/** Downloads the certificate's PDF. Rejects with an `ApiError`. */
export const fetchPdf = async (course: CertificateCourse): Promise<Blob> =>
  (await fetchFile(getCertificatePdf, { search: `?course=${course}` })).file
