/** What the checks need from a browser engine. Each engine implements it with its own remote control. */
import type { SampleApp } from './sample-app.ts'

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

export type CheckName = 'page' | 'frame' | 'window' | 'messages' | 'bridge'

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
  open(options: EngineOptions): Promise<EngineSession>
  /** Starts the program of samples/native-bridge for this engine. Undefined: it has none. */
  openSample?(portal: string, cookies: ThirdPartyCookies): Promise<SampleApp>
}
