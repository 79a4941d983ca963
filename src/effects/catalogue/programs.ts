/** Part of the command catalogue: every program by name. A program's tables are parsed when it is first met. */

import { compile, type Table } from './compile.ts'
import { ARCHIVES } from './families/archives.ts'
import { BUILTINS } from './families/builtins.ts'
import { CLOUD } from './families/cloud.ts'
import { CONTAINERS } from './families/containers.ts'
import { COREUTILS } from './families/coreutils.ts'
import { DATA } from './families/data.ts'
import { DATABASES } from './families/databases.ts'
import { FILES } from './families/files.ts'
import { GIT } from './families/git.ts'
import { INTERPRETERS } from './families/interpreters.ts'
import { JAVASCRIPT } from './families/javascript.ts'
import { KUBERNETES } from './families/kubernetes.ts'
import { LANGUAGES } from './families/languages.ts'
import { NETWORK } from './families/network.ts'
import { PACKAGES } from './families/packages.ts'
import { PYTHON } from './families/python.ts'
import { SEARCH } from './families/search.ts'
import { SYSTEM } from './families/system.ts'
import { TEXT } from './families/text.ts'
import { HOSTING } from './families/hosting.ts'
import type { Family, Spec } from './spec.ts'

export const FAMILIES: readonly Family[] = [
  ARCHIVES,
  BUILTINS,
  CLOUD,
  CONTAINERS,
  COREUTILS,
  DATA,
  DATABASES,
  FILES,
  GIT,
  HOSTING,
  INTERPRETERS,
  JAVASCRIPT,
  KUBERNETES,
  LANGUAGES,
  NETWORK,
  PACKAGES,
  PYTHON,
  SEARCH,
  SYSTEM,
  TEXT,
]

let specs: Map<string, Spec> | undefined
const tables = new Map<string, Table>()

/** The table of a program, by its bare name. */
export function findProgram(name: string): Table | undefined {
  const ready = tables.get(name)
  if (ready) return ready
  specs ??= indexSpecs()
  const spec = specs.get(name)
  if (!spec) return undefined
  const table = compile(spec)
  tables.set(name, table)
  return table
}

function indexSpecs(): Map<string, Spec> {
  const index = new Map<string, Spec>()
  for (const family of FAMILIES) {
    for (const [key, spec] of Object.entries(family)) {
      if (typeof spec !== 'string') for (const name of key.split(' ')) index.set(name, spec)
    }
  }
  for (const family of FAMILIES) {
    for (const [key, alias] of Object.entries(family)) {
      const meant = typeof alias === 'string' ? index.get(alias.slice(1)) : undefined
      if (meant) for (const name of key.split(' ')) index.set(name, meant)
    }
  }
  return index
}
