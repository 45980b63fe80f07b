/** What the operations may import of entitlements: redemption, training, welder. */
export { readBenefitFeed } from './benefit/read-benefit-feed.ts'
export { hashRedemptionCode, REDEMPTION_CODE_ENCRYPTION_CONTEXT } from './redemption/hash-code.ts'
export type { Course, Courses } from './training/course.ts'
export { readCourses } from './training/read-courses.ts'
export { hashSerialNumber } from './welder/hash-serial-number.ts'
export { addLineKey, DEFAULT_LINE, ensureLineKey, findKeyVersion, loadLineKey } from './welder/line-keys.ts'
export { deriveMachineKey, LOOK_AHEAD_MAX, unlockPasswordAt } from './welder/unlock-password.ts'
export { findCounter, findMachine, listLineKeyVersions } from './welder/welder-store.ts'
