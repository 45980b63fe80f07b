/**
 * Stands in for the package of this name, which the text compiler imports: a project store on SQLite, 27 packages and 3,200 files.
 * `compile.mjs` reads the texts itself and hands the compiler a list as the "database" (docs/decisions/035).
 */
export const selectBundleNested = bundles => ({ execute: async () => bundles })

export class PluginError extends Error {}

const withoutStore = () => {
  throw new Error('The project store of inlang is not installed: see docs/decisions/035.')
}
export const loadProjectFromDirectory = withoutStore
export const loadProjectInMemory = withoutStore
