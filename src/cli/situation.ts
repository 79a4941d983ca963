/**
 * Part of the command line: where a call would run and by which policy, according to the options and the files here.
 */

import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Mode } from '../engine/mode.ts'
import type { Policy } from '../engine/policy.ts'
import type { Layer } from '../engine/rule.ts'
import { mergeLayers } from '../policy/layers.ts'
import type { Note } from '../policy/layers.ts'
import { readOrRecall } from '../policy/kept.ts'
import { loadPolicy } from '../policy/load.ts'
import { misnamedPolicies } from '../policy/misnamed.ts'
import { configFolder, MANAGED_FOLDER } from '../policy/own-folders.ts'
import { readPolicyObject } from '../policy/object.ts'
import type { PolicyDocument } from '../policy/object.ts'
import type { Problem } from '../policy/problem.ts'
import { findRoot, realOrSpelled, spelledRoot } from '../policy/root.ts'
import { BrokenPolicy } from './bad-use.ts'
import type { Invocation } from './command.ts'
import { textOf } from './given-file.ts'
import { homeFolder } from './home.ts'
import { keepingOf } from './keeping.ts'

export interface Situation {
  readonly policy: Policy
  readonly cwd: string
  readonly root: string
  readonly home: string
  readonly notes: readonly Note[]
  readonly warnings: readonly Problem[]
}

/** Throws `BrokenPolicy` with every problem if a file that counts cannot be relied on. */
export function situationOf({ values }: Invocation): Situation {
  const cwd = workingDirectory(values.get('cwd'))
  const home = homeFolder()
  const session = sessionOf(values.get('mode') as Mode | undefined)
  const file = values.get('policy')
  const { policy, notes, problems, root } =
    file === undefined
      ? loadPolicy({ cwd, home, session, keeping: keepingOf(home) })
      : loadAlone(file, { cwd, home, session })
  if (policy.broken !== undefined || problems.some(({ severity }) => severity === 'error'))
    throw new BrokenPolicy(problems)
  const said = [...notGiven(values.get('cwd')), ...notes]
  const warnings = file === undefined ? [...problems, ...misnamedPolicies({ cwd, root, home })] : problems
  return { policy, cwd, root: spelledRoot(cwd, root), home, notes: said, warnings }
}

/**
 * The folder may belong to another machine. If it was mistyped, another policy would decide, and nobody would notice.
 */
function notGiven(cwd: string | undefined): Note[] {
  if (cwd === undefined || existsSync(cwd)) return []
  const advice = 'its policy is not here either; paths in it are taken as they are spelled'
  return [{ message: `${cwd}: there is no such folder`, source: { layer: 'session' }, advice }]
}

/** As the shell spells it, if that is the same folder: an agent spells its paths the same way. */
function workingDirectory(given: string | undefined): string {
  const spelled = given === undefined ? process.env['PWD'] : resolve(given)
  const truly = realOrSpelled(resolve(given ?? '.'))
  return spelled !== undefined && spelled.startsWith('/') && realOrSpelled(spelled) === truly ? spelled : truly
}

/** Options count as the session's, so that a managed lock holds against them. */
function sessionOf(mode: Mode | undefined): PolicyDocument[] {
  const { document } = mode === undefined ? {} : readPolicyObject({ mode }, 'session')
  return document === undefined ? [] : [document]
}

interface Here {
  readonly cwd: string
  readonly home: string
  readonly session: readonly PolicyDocument[]
}

/** A single file that the user named, and thereby trusts. */
function loadAlone(file: string, { cwd, home, session }: Here) {
  const root = findRoot(realOrSpelled(cwd), realOrSpelled(home))
  const { document, problems } = readOrRecall(
    textOf(file, 'the policy'),
    { file, layer: layerOf(file, home) },
    {},
    keepingOf(home),
  )
  const documents = document === undefined ? session : [document, ...session]
  return { ...mergeLayers(documents, { trusted: true, broken: problems, cwd, root, home }), problems, root }
}

/** The layer that the file belongs to by its place; elsewhere, a project's. */
function layerOf(file: string, home: string): Layer {
  const folder = dirname(resolve(file))
  if (folder === MANAGED_FOLDER) return 'managed'
  return folder === configFolder(resolve(home)) ? 'user' : 'project'
}
