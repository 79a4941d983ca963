/**
 * Part of linting: what a rule is about, ready to be compared with what another rule is about.
 *
 * INVARIANT: the answer is yes only if it is proven for every possible call.
 */

import { compilePath } from '../match/path.ts'
import type { PathPattern } from '../match/path.ts'
import { atHome } from '../match/at-home.ts'
import { compileShell } from '../match/shell.ts'
import type { ShellPattern } from '../match/shell.ts'
import { readUrlSpecifier } from '../match/url-specifier.ts'
import type { UrlSpecifier } from '../match/url-specifier.ts'
import { readTopic } from '../subject.ts'
import type { Topic, World } from '../subject.ts'
import type { Way } from './way.ts'
import { coversPaths, namesEverything, namesNothing } from './paths.ts'
import { coversUrls, isWholeHost } from './urls.ts'
import { coversTool, coversUses } from './uses.ts'
import { coversWords } from './words.ts'

type FileTopic = { readonly of: 'read' | 'write'; readonly tool: string | undefined; readonly specifier: string }

export type Matter =
  | Exclude<Topic, { readonly of: 'shell' | 'read' | 'write' | 'url' }>
  | {
      readonly of: 'shell'
      readonly tool: string | undefined
      readonly specifier: string
      readonly words: ShellPattern
      /**
       * The pattern with the home in place of `~`, which is what the author means, and all that a permission matches.
       */
      readonly home: ShellPattern | undefined
    }
  | (FileTopic & { readonly path: PathPattern })
  | { readonly of: 'url'; readonly url: UrlSpecifier }

/** Throws `PatternError` when the text cannot be a rule. */
export function matterOf(text: string, world: World): Matter {
  const topic = readTopic(text, world)
  switch (topic.of) {
    case 'shell': {
      const { of, tool, specifier } = topic
      const meant = atHome(specifier, world.home)
      const home = meant === undefined ? undefined : compileShell(meant)
      return { of, tool, specifier, words: compileShell(specifier), home }
    }
    case 'read':
    case 'write':
      return { of: topic.of, tool: topic.tool, specifier: topic.specifier, path: compilePath(topic.specifier, world) }
    case 'url':
      return { of: 'url', url: readUrlSpecifier(topic.specifier) }
    default:
      return topic
  }
}

/** Effect by effect: the outer rule matches every effect that the inner one matches. */
export function covers(outer: Matter, inner: Matter, way: Way, world: World): boolean {
  switch (inner.of) {
    case 'shell':
      if (outer.of !== 'shell') return false
      if (way === 'permits' && !(isForTool(outer, inner) && permitsHosts(outer, inner))) return false
      if (way === 'restricts' && inner.home !== undefined && !coversWords(outer.words, inner.words, way)) return false
      return coversWords(outer.home ?? outer.words, inner.home ?? inner.words, way)
    case 'read':
    case 'write':
      if (outer.of === 'kind') return outer.kind === inner.of && (way !== 'permits' || isUnnamed(inner))
      if (outer.of !== inner.of || !isForTool(outer, inner)) return false
      if (way === 'permits' && !isUnnamed(inner) && !namesEverything(outer.path)) return false
      return coversPaths(outer.path, inner.path, way, { read: inner.of === 'read', anchors: world })
    case 'url':
      if (outer.of === 'kind') return outer.kind === 'url' && (way !== 'restricts' || !isWholeHost(inner.url))
      return outer.of === 'url' && coversUrls(outer.url, inner.url, way)
    default:
      return isUse(outer) && coversUses(outer, inner, way, world)
  }
}

/**
 * Call by call: the outer rule matches the use of the tool in every call in which the inner one matches some effect.
 * That is enough because only shells run commands, and the use of the tool is checked for every part of a call.
 */
export function coversCalls(outer: Matter, inner: Matter, way: Way): boolean {
  if (outer.of === 'any tool') return outer.specifier === undefined && way !== 'permits'
  if (outer.of === 'kind') return outer.kind === 'shell' && inner.of === 'shell'
  if (outer.of !== 'tool' || outer.specifier !== undefined || way === 'restricts') return false
  const isFile = inner.of === 'read' || inner.of === 'write'
  // A permission for a file tool does not cover what was not understood in its call.
  if (inner.of !== 'shell' && !(isFile && way === 'beats')) return false
  return inner.tool !== undefined && coversTool(outer.tool, inner.tool)
}

/** Whether the rule is not about files or hosts. */
export function isCommandOrTool(matter: Matter): boolean {
  if (matter.of !== 'kind') return matter.of === 'shell' || isUse(matter)
  return matter.kind === 'shell' || matter.kind === 'mcp' || matter.kind === 'other'
}

/** Whether no permission has to name the file: that is only required when it is read. */
function isUnnamed(matter: FileTopic & { readonly path: PathPattern }): boolean {
  return matter.of === 'write' || namesNothing(matter.path)
}

interface ForTool {
  readonly tool: string | undefined
}

function isForTool(outer: ForTool, inner: ForTool): boolean {
  return outer.tool === undefined || outer.tool === inner.tool
}

/** A permission for a command with a url permits no other host. */
function permitsHosts(outer: { readonly specifier: string }, inner: { readonly specifier: string }): boolean {
  return !outer.specifier.includes('://') || outer.specifier === inner.specifier
}

function isUse(matter: Matter): matter is Extract<Matter, { of: 'kind' | 'mcp' | 'tool' | 'any tool' }> {
  return matter.of === 'kind' || matter.of === 'mcp' || matter.of === 'tool' || matter.of === 'any tool'
}
