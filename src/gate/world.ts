/**
 * Part of the engine with its readers: what compiling rules must know about the world, from the disk, a vocabulary and
 * the custom tools.
 */

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
      // A custom tool that reads rules itself gets those with its name, even if something else has the same name.
      return { name, kind: own.match === undefined ? kindOfTool(own) : (own.kind ?? 'other') }
    },
    regex: regexCompiler(),
  }
}
