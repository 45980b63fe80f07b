/** A Chromium or a sibling of it that is installed on this machine and starts. */
export declare function findInstalledChromium(): string | undefined;
