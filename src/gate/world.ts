/** Part of the engine with its readers: what compiling rules must know of the world, from a disk, a vocabulary and custom tools. */

import type { World } from '../engine/subject.ts'
import { kindOfTool } from '../effects/custom-tool.ts'
import type { CustomTool } from '../effects/custom-tool.ts'
import { locate } from '../effects/path.ts'
import type { FileSystem } from '../effects/path.ts'
import { regexCompiler } from '../policy/regex.ts'
import { canonicalTool } from '../vocabulary/canonical.ts'

export interface Surroundings {
  readonly root: string
  readonly home: string
  readonly fs: FileSystem
  readonly tools?: ReadonlyMap<string, CustomTool>
}

export function worldOf({ root, home, fs, tools }: Surroundings): World & Required<Pick<World, 'realpath'>> {
  return {
    root,
    home,
    caseInsensitive: fs.caseInsensitive,
    realpath: (path) => {
      const located = locate(path, { cwd: null, home, fs })
      return located.ok ? located.real : path
    },
    tool: (name) => {
      const own = tools?.get(name)
      if (own === undefined) return canonicalTool(name)
      // One that reads rules itself reads those by its name, whatever else is called so.
      return { name, kind: own.match === undefined ? kindOfTool(own) : (own.kind ?? 'other') }
    },
    regex: regexCompiler(),
  }
}
