/** The table of all API calls. Server routes, the typed client, the API reference and tests are derived from it. */
import * as accountChoice from './account-choice.ts'
import * as announcement from './announcement.ts'
import * as benefit from './benefit.ts'
import * as certificate from './certificate.ts'
import * as dataExport from './data-export.ts'
import * as erasure from './erasure.ts'
import * as factors from './factors.ts'
import * as mailbox from './mailbox.ts'
import * as message from './message.ts'
import * as openid from './openid.ts'
import * as passkey from './passkey.ts'
import * as password from './password.ts'
import * as profile from './profile.ts'
import * as redemption from './redemption.ts'
import * as region from './region.ts'
import * as session from './session.ts'
import * as signIn from './sign-in.ts'
import * as social from './social.ts'
import * as ticket from './ticket.ts'
import * as tracking from './tracking.ts'
import * as training from './training.ts'
import * as verification from './verification.ts'
import * as welder from './welder.ts'

export const ENDPOINTS = {
  verifyEmail: verification.verifyEmail,
  verifyOwnEmail: verification.verifyOwnEmail,
  verifyEnterpriseAccount: verification.verifyEnterpriseAccount,
  createHumanChallenge: verification.createHumanChallenge,
  verifyHumanAnswer: verification.verifyHumanAnswer,
  verifyRecaptcha: verification.verifyRecaptcha,
  getCodeDelivery: verification.getCodeDelivery,
  sendVerificationCode: verification.sendVerificationCode,
  login: signIn.login,
  loginByVerificationCode: signIn.loginByVerificationCode,
  enterpriseLogin: signIn.enterpriseLogin,
  allowLogin: signIn.allowLogin,
  register: signIn.register,
  findPassword: password.findPassword,
  getPasskeyLoginOptions: passkey.getPasskeyLoginOptions,
  loginByPasskey: passkey.loginByPasskey,
  getPasskeyRegisterOptions: passkey.getPasskeyRegisterOptions,
  registerByPasskey: passkey.registerByPasskey,
  passSecondStep: factors.passSecondStep,
  startLoginSetup: factors.startLoginSetup,
  getPasskeyStepOptions: factors.getPasskeyStepOptions,
  describeLoginStep: factors.describeLoginStep,
  sendLoginCode: factors.sendLoginCode,
  startFactorRemoval: factors.startFactorRemoval,
  stopFactorRemoval: factors.stopFactorRemoval,
  getFactors: factors.getFactors,
  startTotp: factors.startTotp,
  confirmTotp: factors.confirmTotp,
  removeTotp: factors.removeTotp,
  renewRecoveryCodes: factors.renewRecoveryCodes,
  forgetBrowsers: factors.forgetBrowsers,
  getBasicInfo: profile.getBasicInfo,
  getFullInfo: profile.getFullInfo,
  logout: session.logout,
  keepSession: session.keepSession,
  listBrowserAccounts: accountChoice.listBrowserAccounts,
  setAccountAside: accountChoice.setAccountAside,
  switchAccount: accountChoice.switchAccount,
  endAccounts: accountChoice.endAccounts,
  setOtherInfo: profile.setOtherInfo,
  setGender: profile.setGender,
  setBirthday: profile.setBirthday,
  setCountry: profile.setCountry,
  setHeadpic: profile.setHeadpic,
  uploadHeadpic: profile.uploadHeadpic,
  reauthenticate: signIn.reauthenticate,
  getPasskeyProofOptions: passkey.getPasskeyProofOptions,
  listPasskeys: passkey.listPasskeys,
  getPasskeyCreationOptions: passkey.getPasskeyCreationOptions,
  addPasskey: passkey.addPasskey,
  renamePasskey: passkey.renamePasskey,
  removePasskey: passkey.removePasskey,
  changePassword: password.changePassword,
  changeEnterprisePassword: password.changeEnterprisePassword,
  postponePassword: password.postponePassword,
  changeEmail: mailbox.changeEmail,
  unbindSocial: social.unbindSocial,
  getSessionLog: session.getSessionLog,
  clearSessions: session.clearSessions,
  deleteAccount: erasure.deleteAccount,
  exportAccount: dataExport.exportAccount,
  reportNotMe: session.reportNotMe,
  readSocialResult: social.readSocialResult,
  describeSocialFlow: social.describeSocialFlow,
  connectSocialFlow: social.connectSocialFlow,
  loginWithAccessToken: social.loginWithAccessToken,
  describeAuthorization: openid.describeAuthorization,
  answerAuthorization: openid.answerAuthorization,
  describeLogout: openid.describeLogout,
  answerLogout: openid.answerLogout,
  describeDevice: openid.describeDevice,
  activateDevice: openid.activateDevice,
  listGrantedApps: openid.listGrantedApps,
  withdrawApp: openid.withdrawApp,
  createTicket: ticket.createTicket,
  enterByTicket: ticket.enterByTicket,
  redeemTicket: ticket.redeemTicket,
  listLiveSessions: ticket.listLiveSessions,
  endSessions: ticket.endSessions,
  redeem: redemption.redeem,
  getRedemptions: redemption.getRedemptions,
  listBenefitEvents: benefit.listBenefitEvents,
  listCourses: training.listCourses,
  startWatchSession: training.startWatchSession,
  reportWatchPosition: training.reportWatchPosition,
  finishWatchSession: training.finishWatchSession,
  getCertificateStatus: certificate.getCertificateStatus,
  issueCertificate: certificate.issueCertificate,
  getCertificatePdf: certificate.getCertificatePdf,
  getCertificateArtwork: certificate.getCertificateArtwork,
  getCertificateCredential: certificate.getCertificateCredential,
  checkCertificate: certificate.checkCertificate,
  listMessages: message.listMessages,
  countMessages: message.countMessages,
  readMessages: message.readMessages,
  readAllMessages: message.readAllMessages,
  getMessageSettings: message.getMessageSettings,
  setMessageSetting: message.setMessageSetting,
  setMessageSettings: message.setMessageSettings,
  checkPicture: message.checkPicture,
  publishMessage: message.publishMessage,
  revokeMessage: message.revokeMessage,
  listAnnouncements: announcement.listAnnouncements,
  requestUnlock: welder.requestUnlock,
  createUnlockChallenge: welder.createUnlockChallenge,
  issueUnlockPassword: welder.issueUnlockPassword,
  listUnlockedMachines: welder.listUnlockedMachines,
  removeUnlockedMachine: welder.removeUnlockedMachine,
  listUnlockKeys: welder.listUnlockKeys,
  getCountries: region.getCountries,
  getRegions: region.getRegions,
  getConsentRule: tracking.getConsentRule,
} as const
