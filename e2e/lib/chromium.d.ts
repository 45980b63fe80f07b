import { type BrowserContext, type BrowserContextOptions, type Browser as Connection, type LaunchOptions } from 'playwright-core';
import { type Browser } from './packaged-chromium.ts';
/** `KERF_CHROMIUM`, else an installed browser that starts, else the one from the package registry. */
export declare function findChromium(): Browser;
/** The packaged Chromium has no windows and none of their settings; an installed one blocks third-party cookies when told to. */
export declare const canBlockCookies: () => boolean;
/**
 * Starts a browser for tests, with a fresh profile in the temporary folder; close it. Its own sandbox is off:
 * it refuses root, and many containers cannot make one. The pages are the product's own.
 */
export declare function launchBrowser(options?: LaunchOptions): Promise<Connection>;
/**
 * A browser with a profile of its own that allows or blocks third-party cookies, as its owner's settings would have it.
 * (Contexts of `launchBrowser` are private windows, where Chromium blocks them by itself.)
 */
export declare function launchProfile(thirdPartyCookies: 'allowed' | 'blocked', options?: BrowserContextOptions): Promise<BrowserContext>;
