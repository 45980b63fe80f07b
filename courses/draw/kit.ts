/** All that a drawing of a lesson uses. */
export * from './effects.ts'
export * from './machines.ts'
export * from './people.ts'
export * from './props.ts'
export * from './stage.ts'
