/** Part of loading: which folder is the project, and which files belong to each layer. */

import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { Layer } from '../engine/rule.ts'
import { configFolder, MANAGED_FOLDER } from './own-folders.ts'

/** The layers that have files, the most authoritative first. */
export const FILE_LAYERS = ['managed', 'user', 'project', 'local'] as const satisfies readonly Layer[]
export type FileLayer = (typeof FILE_LAYERS)[number]

const ENDINGS = ['yaml', 'yml', 'json'] as const

/** The names that one policy file may have; only one of them may exist. */
function formsOf(folder: string, name: string): string[] {
  return ENDINGS.map((ending) => join(folder, `${name}.${ending}`))
}

/** @param folder another one only in tests */
export function managedForms(folder = MANAGED_FOLDER): string[] {
  return formsOf(folder, 'policy')
}

export function userForms(home: string): string[] {
  return formsOf(configFolder(home), 'policy')
}

export function projectForms(root: string): string[] {
  return formsOf(root, 'countersign')
}

export function localForms(root: string): string[] {
  return formsOf(join(root, '.countersign'), 'local')
}

/** The file that holds a layer's rules: the form that exists, or else the YAML file, which would be written. */
export function layerFile(layer: FileLayer, { root, home }: { readonly root: string; readonly home: string }): string {
  const forms = {
    managed: managedForms,
    user: () => userForms(home),
    project: () => projectForms(root),
    local: () => localForms(root),
  }[layer]()
  return forms.find((form) => existsSync(form)) ?? (forms[0] as string)
}

/**
 * The nearest folder, from `cwd` up, that has a policy; without one the nearest that has a `.git`; else `cwd` itself.
 *
 * A policy counts from further away than a `.git`, or an agent could get rid of its project's rules by running
 * `git init` in a folder below. Home and `/` are projects only for people who work right there. What the policies of
 * the folders around the root forbid counts as well (`foldersAround`), or an agent could get rid of that by writing a
 * policy further down.
 */
export function findRoot(cwd: string, home: string): string {
  const folders = [cwd, ...foldersAbove(cwd, home)]
  return folders.find(hasPolicy) ?? folders.find((folder) => isThere(join(folder, '.git'))) ?? cwd
}

/** The root as `cwd` spells it, possibly through links: an agent spells its paths the same way. */
export function spelledRoot(cwd: string, root: string): string {
  if (isTooDeep(cwd)) return root
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) {
    if (folder === root || realOrSpelled(folder) === root) return folder
  }
  return root
}

/** The folders around a project that have a policy too, the outermost first. */
export function foldersAround(root: string, home: string): string[] {
  return root === home ? [] : foldersAbove(root, home).filter(hasPolicy).toReversed()
}

function hasPolicy(folder: string): boolean {
  return [...projectForms(folder), ...localForms(folder)].some(isThere)
}

/**
 * At most this many folders are looked at on the way up, for every call. Nobody works deeper; for such a path nothing
 * is searched, see `loadPolicy`.
 */
const DEEPEST = 200

export function isTooDeep(path: string): boolean {
  return path.split(sep).length > DEEPEST
}

/** The folders where a policy that counts in `path` may be; empty if the path is too deep. */
export function foldersAbove(path: string, home: string): string[] {
  const folders: string[] = []
  if (isTooDeep(path)) return folders
  for (let folder = dirname(path); folder !== home && folder !== dirname(folder); folder = dirname(folder)) {
    folders.push(folder)
  }
  return folders
}

/**
 * A link that leads nowhere, and a file that may not be looked at, count as existing: reading them will report the
 * problem.
 */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR'
  }
}

/** The path with every link resolved, or as it is if that fails. */
export function realOrSpelled(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return resolve(path)
  }
}
