/**
 * Loading: finds the policy files that count here, reads them and merges them.
 *
 * INVARIANT: a file that is missing says nothing; a file that is there and cannot be read leaves the policy broken.
 */

import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Policy } from '../engine/policy.ts'
import type { Layer } from '../engine/rule.ts'
import { fromAround } from './around.ts'
import { MAX_SIZE, readPolicy, TOO_LARGE } from './document.ts'
import { mergeLayers } from './layers.ts'
import type { Note } from './layers.ts'
import type { PolicyDocument } from './object.ts'
import type { Problem } from './problem.ts'
import { findRoot, foldersAround, formsOf, localForms, projectForms } from './root.ts'
import type { Known } from './lexicon.ts'
import { readTrust } from './trust.ts'

export interface LoadOptions extends Known {
  readonly cwd: string
  readonly home: string
  /** Where the managed policy lies; `/etc/countersign` unless a test says otherwise. */
  readonly managedDir?: string
  /** Documents besides the files: what this session was told. */
  readonly session?: readonly PolicyDocument[]
}

export interface Loaded {
  readonly policy: Policy
  readonly notes: readonly Note[]
  readonly problems: readonly Problem[]
  /** The files that were read, or should have been, as absolute paths. */
  readonly files: readonly string[]
  readonly root: string
  readonly trusted: boolean
}

/** Policies one inside the other; a hostile checkout could nest thousands. */
const MOST_AROUND = 16

/** The policy in force in a folder. Never throws. */
export function loadPolicy(options: LoadOptions): Loaded {
  const known: Known = { now: Date.now(), ...options }
  const cwd = realOrSpelled(options.cwd)
  const home = realOrSpelled(options.home)
  const root = findRoot(cwd, home)
  const around = foldersAround(root, home)
  const layers: [layer: Layer, forms: string[], around?: string][] = [
    ['managed', formsOf(options.managedDir ?? '/etc/countersign', 'policy')],
    ['user', formsOf(join(home, '.config', 'countersign'), 'policy')],
    ...around.slice(-MOST_AROUND).flatMap((folder): [Layer, string[], string][] => [
      ['project', projectForms(folder), folder],
      ['local', localForms(folder), folder],
    ]),
    ['project', projectForms(root)],
    ['local', localForms(root)],
  ]
  const documents: PolicyDocument[] = [...(options.session ?? [])]
  const problems: Problem[] = []
  const files: string[] = []
  if (around.length > MOST_AROUND)
    problems.push(fileProblem(displayed(root, cwd, home), `lies in more than ${MOST_AROUND} folders with a policy`))
  for (const [layer, forms, folder] of layers) {
    const present = forms.flatMap((path) => {
      const read = readFile(path)
      return read === undefined ? [] : [{ path, ...read }]
    })
    for (const { path, text, problem } of present) {
      const file = displayed(path, cwd, home)
      files.push(path)
      if (problem !== undefined) problems.push(fileProblem(file, problem))
      const read = text === undefined ? undefined : readPolicy(text, { file, layer }, known)
      problems.push(...(read?.problems ?? []))
      if (read?.document === undefined) continue
      const { document, problems: more } =
        folder === undefined ? { ...read, problems: [] } : fromAround(read.document, folder)
      documents.push(document)
      problems.push(...more)
    }
    const [first, second] = present
    if (first !== undefined && second !== undefined)
      problems.push(
        fileProblem(
          displayed(second.path, cwd, home),
          `stands beside ${displayed(first.path, cwd, home)}; keep one of the two`,
        ),
      )
  }
  const trust = readTrust(home)
  if (trust.problem !== undefined)
    problems.push({ ...fileProblem(displayed(trust.file, cwd, home), trust.problem), severity: 'warning' })
  const trusted = trust.folders.some((folder) => folder.path === root)
  const merged = mergeLayers(documents, { trusted, broken: problems, cwd, root, home })
  return { ...merged, problems, files, root, trusted }
}

/** Undefined when there is no such file. Nothing but a plain file is opened: a pipe or a device could go on for ever. */
function readFile(path: string): { text?: string; problem?: string } | undefined {
  try {
    const stat = statSync(path)
    if (!stat.isFile()) return { problem: `is a ${stat.isDirectory() ? 'folder' : 'special file'}, not a file` }
    if (stat.size > MAX_SIZE) return { problem: TOO_LARGE }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR' || (code === 'ENOENT' && !isLink(path))) return undefined
    if (code === 'ENOENT') return { problem: 'is a link that leads nowhere' }
    if (code === 'EACCES' || code === 'EPERM') return { problem: 'cannot be read: permission denied' }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { problem: 'is not UTF-8 text' }
    return { problem: `cannot be read: ${code ?? 'an unexpected failure'}` }
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

function realOrSpelled(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** As people would write it: from here for the project's files, from `~` for the user's. */
function displayed(path: string, cwd: string, home: string): string {
  const config = join(home, '.config')
  if (path.startsWith(`${config}/`)) return `~/${relative(home, path)}`
  const near = relative(cwd, path)
  return near.startsWith('../../..') || dirname(path) === '/' ? path : near
}

function fileProblem(file: string, message: string): Problem {
  return { severity: 'error', file, line: 0, col: 0, path: '', message }
}
