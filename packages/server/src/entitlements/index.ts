/** What other wings and the operations may import of entitlements: redemption, benefits, training, welder unlock. */
export { countEventsAfter } from './benefit/benefit-event-store.ts'
export {
  type BenefitRow,
  findBenefit,
  insertBenefit,
  listBenefits,
  retireBenefit,
  updateBenefit,
} from './benefit/benefit-store.ts'
export { publishBenefitEvent } from './benefit/publish-benefit-event.ts'
export { findFeedPlaceSince, findLastFeedPosition } from './benefit/read-benefit-feed.ts'
export { isCertificateCourse } from './certificate/certificate.ts'
export { parseCertificateNumber } from './certificate/certificate-number.ts'
export {
  type CertificateRow,
  type FoundCertificate,
  findCertificates,
  insertCertificate,
  listCertificates,
  restoreCertificate,
  revokeCertificate,
} from './certificate/certificate-store.ts'
export { withdrawCredentialKey } from './certificate/credential-key-store.ts'
export { addCredentialKey, KEY_SET_MAX_AGE_SECONDS } from './certificate/credential-keys.ts'
export {
  type BatchCodeRow,
  type CodeBatchRow,
  countRevokedCodes,
  countUnapprovedCodes,
  countUnredeemedCodes,
  findBatch,
  findShownCode,
  insertBatch,
  insertCodes,
  listBatchCodes,
  listBatches,
  lockBatches,
  releaseCode,
  revokeBatch,
  revokeCodes,
  type ShownCodeRow,
  voidCode,
} from './redemption/code-store.ts'
export { generateCodes } from './redemption/generate-codes.ts'
export { hashRedemptionCode, REDEMPTION_CODE_ENCRYPTION_CONTEXT } from './redemption/hash-code.ts'
export { REDEEM_CALL, REDEMPTION_LIMITS } from './redemption/redeem-code.ts'
export {
  deleteRedemption,
  endRedemption,
  findRedemption,
  findRedemptionsAt,
  insertRedemption,
  listActiveBenefits,
  listRedemptionsOf,
  type OperatorRedemptionRow,
} from './redemption/redemption-store.ts'
export type { Course, Courses } from './training/course.ts'
export { insertFinishedLesson, listFinishedLessons } from './training/finished-lesson-store.ts'
export { readCourses } from './training/read-courses.ts'
export { listAccountsOfMachine } from './welder/account-machine-store.ts'
export { hashSerialNumber } from './welder/hash-serial-number.ts'
export { addLineKey, DEFAULT_LINE, ensureLineKey, findKeyVersion, loadLineKey } from './welder/line-keys.ts'
export { deriveMachineKey, LOOK_AHEAD_MAX, unlockPasswordAt } from './welder/unlock-password.ts'
export { findCounter, findMachine, insertMachines, listLineKeyVersions } from './welder/welder-store.ts'
