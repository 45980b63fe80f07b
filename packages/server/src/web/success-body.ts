/** Envelope of a success, as text. */
export function successBody(data: unknown, requestId: string): string {
  return `{"code":0,"data":${JSON.stringify(data)},"msg":"","requestId":"${requestId}"}`
}
