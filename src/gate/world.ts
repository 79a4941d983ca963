/** Part of the engine with its readers: what compiling rules must know of the world, from a disk, a vocabulary and custom tools. */

import type { World } from '../engine/subject.ts'
import type { Surroundings } from '../effects/context.ts'
import { kindOfTool } from '../effects/custom-tool.ts'
import { locate } from '../effects/paths/locate.ts'
import { regexCompiler } from '../policy/regex.ts'
import { canonicalTool } from '../vocabulary/canonical.ts'

type Around = Pick<Surroundings, 'root' | 'home' | 'fs'> & Partial<Pick<Surroundings, 'tools'>>

export function worldOf({ root, home, fs, tools }: Around): World & Required<Pick<World, 'realpath'>> {
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
