/** Why the camera gives no picture. */
export type CameraFailure = 'missing' | 'refused' | 'busy' | 'insecure' | 'failed'

/** Names of the errors of `getUserMedia`. */
const FAILURES: Readonly<Record<string, CameraFailure>> = {
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'missing',
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** The camera on the back where there are two. A picture of this size is sharp enough for a label as wide as a hand. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Whether opening a camera can take a while: the person is asked, or it starts. Without any, the answer comes at once. */
export async function hasCamera(): Promise<boolean> {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  const found = await devices?.enumerateDevices().catch(() => [])
  return found?.some(({ kind }) => kind === 'videoinput') === true
}

export async function openCamera(): Promise<MediaStream | CameraFailure> {
  // Browsers offer no devices to pages without HTTPS.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) return isSecureContext ? 'missing' : 'insecure'
  try {
    return await devices.getUserMedia(WANTED)
  } catch (error) {
    return (error instanceof Error && FAILURES[error.name]) || 'failed'
  }
}

export const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Whether the browser can switch a lamp beside the camera. */
export function hasLamp(stream: MediaStream): boolean {
  const capabilities: (MediaTrackCapabilities & { readonly torch?: boolean }) | undefined = stream
    .getVideoTracks()[0]
    ?.getCapabilities?.()
  return capabilities?.torch === true
}

export async function switchLamp(stream: MediaStream, isOn: boolean): Promise<void> {
  const constraint: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: isOn }
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [constraint] })
}
