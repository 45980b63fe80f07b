export const clientOf = (of: { userAgent: string; appPlatform: string; appCode: string }) => ({ application: of.appCode, platform: of.appPlatform })
