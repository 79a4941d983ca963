/** The folder of this repository. */
export const root: string
/** Whether `dist` was built from the sources as they are. */
export function isBuilt(): boolean
