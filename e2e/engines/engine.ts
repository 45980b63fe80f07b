/** What the checks need from a browser engine. Each engine implements it with its own remote control. */
export type ThirdPartyCookies = 'allowed' | 'blocked'

/** A page, window or frame that runs scripts. */
export interface Target {
  /** Runs the body of an async function in the target. Resolves to its result, which must be JSON. */
  run(body: string): Promise<unknown>
}

export interface EnginePage extends Target {
  goto(url: string): Promise<void>
  /** The only frame of the page; undefined while there is none. */
  frame(): Promise<Target | undefined>
  /** The window that the page has opened; undefined while there is none. */
  popup(): Promise<Target | undefined>
}

export interface EngineSession {
  readonly page: EnginePage
  close(): Promise<void>
}

export interface EngineOptions {
  readonly cookies: ThirdPartyCookies
  /** Script that runs in the page before its own scripts: the native bridge. */
  readonly preload?: string
}

/** A line that a sample program printed. */
export interface LogEntry {
  readonly received?: { readonly type: string; readonly [field: string]: unknown }
  /** a call of the page that the app handles */
  readonly called?: { readonly method: string; readonly input: Readonly<Record<string, unknown>> }
  /** a file or URL that the app gave to the system */
  readonly opened?: string
  readonly closed?: true
  readonly result?: { readonly id: number; readonly value?: unknown; readonly error?: string }
}

/** A running program of samples/native-bridge. */
export interface SampleApp {
  readonly page: Target
  log(): readonly LogEntry[]
  /** the end of everything it has printed */
  output(): string
  close(): Promise<void>
}

export type CheckName = 'page' | 'frame' | 'window' | 'messages' | 'bridge' | 'scanner'

export interface Engine {
  readonly name: string
  /** Its version. Throws an error that says what is missing. */
  version(): Promise<string>
  /** checks that the engine can be driven through; undefined: all */
  readonly checks?: readonly CheckName[]
  /** cookie settings that the engine has */
  readonly cookies: readonly ThirdPartyCookies[]
  /** whether it keeps `Secure` cookies of an http page on localhost; WebKit and Chromium before 89 drop them */
  readonly keepsInsecureCookies: boolean
  /** false: it runs no WebAssembly under a content security policy without `'unsafe-eval'` (Chromium before 97), so codes are typed */
  readonly readsCodes?: false
  open(options: EngineOptions): Promise<EngineSession>
  /** Starts the program of samples/native-bridge for this engine. Undefined: it has none. */
  openSample?(portal: string, cookies: ThirdPartyCookies): Promise<SampleApp>
}
