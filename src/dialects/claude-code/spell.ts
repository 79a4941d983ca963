/** Part of the Claude Code dialect: writes our rules in its syntax. Qwen and rulesync use the same spelling. */

import { expandBraces } from '../../engine/match/braces.ts'
import type { Behavior } from '../../engine/rule.ts'
import type { Subject } from '../export/subject.ts'

export function spellClaude(subject: Subject, behavior: Behavior): readonly string[] | undefined {
  const isAllow = behavior === 'allow'
  switch (subject.about) {
    case 'everything':
      return isAllow ? undefined : ['*']
    case 'kind':
      return WHOLE_KINDS[subject.kind]?.(isAllow)
    case 'tool':
      if (subject.tool.includes('*')) return isAllow ? undefined : [subject.tool]
      return [subject.tool === 'Task' ? 'Agent' : subject.tool]
    case 'command': {
      const { words, prefix, plain } = subject.pattern
      if (!plain && /['"\\]/u.test(subject.specifier)) return undefined
      const text = words.join(' ')
      return [`Bash(${prefix ? `${text} *` : text})`]
    }
    case 'path':
      return spellPaths(subject, isAllow)
    case 'url':
      return spellHost(subject, isAllow)
    case 'mcp':
      if (subject.server === undefined) return isAllow ? undefined : ['mcp__*']
      return [`mcp__${subject.server}${subject.tool === undefined ? '' : `__${subject.tool}`}`]
  }
}

const WHOLE_KINDS: Readonly<Record<string, (isAllow: boolean) => readonly string[] | undefined>> = {
  shell: () => ['Bash', 'PowerShell'],
  read: () => ['Read', 'Grep', 'Glob', 'LS'],
  write: () => ['Edit', 'Write', 'NotebookEdit'],
  url: () => ['WebFetch', 'WebSearch'],
  mcp: (isAllow) => (isAllow ? undefined : ['mcp__*']),
}

function spellPaths(
  { kind, tool, path }: Subject & { about: 'path' },
  isAllow: boolean,
): readonly string[] | undefined {
  // Claude Code consults paths for two tools only; a rule for another of our tools restricts through them.
  if (isAllow && tool !== undefined) return undefined
  // In Claude Code a pattern that leads out of the folder never matches, and a name alone matches at any depth.
  if (/[\\!]|^\.\.\//u.test(path) || (isAllow && /^\.\/[^/]*$/u.test(path))) return undefined
  const name = kind === 'read' ? 'Read' : 'Edit'
  return expandBraces(path).flatMap((one) => claudePaths(one, isAllow).map((pattern) => `${name}(${pattern})`))
}

/** One of our path patterns, anchored the way Claude Code does it. */
function claudePaths(path: string, isAllow: boolean): string[] {
  if (path.startsWith('/')) return [`//${path.replace(/^\/+/u, '')}`]
  if (path.startsWith('~')) return [path]
  if (path.startsWith('./')) return [path]
  if (path.startsWith('**/')) return [`//${path}`]
  const bare = path.replace(/\/$/u, '')
  if (bare.includes('/')) return [`./${path}`]
  const below = path.endsWith('/') ? `${bare}/**` : bare
  return [isAllow ? (path.endsWith('/') ? `./**/${below}` : below) : `//**/${below}`]
}

function spellHost({ url }: Subject & { about: 'url' }, isAllow: boolean): readonly string[] | undefined {
  const { host, scheme, port, path } = url
  if (isAllow && (scheme !== '' || port !== '' || path !== undefined)) return undefined
  switch (host.shape) {
    case 'any':
      return ['WebFetch']
    case 'exact':
      return [`WebFetch(domain:${host.name})`]
    case 'below':
      return [`WebFetch(domain:*.${host.name})`]
    case 'labels':
      return spellLabels(host.labels, isAllow)
  }
}

/**
 * In Claude Code a leading star stands for any depth, but how far another star after it reaches is not known: so
 * everything below the last star is restricted.
 */
function spellLabels(labels: readonly string[], isAllow: boolean): readonly string[] | undefined {
  if (labels[0] !== '*') return [`WebFetch(domain:${labels.join('.')})`]
  if (isAllow) return undefined
  const fixed = labels.slice(labels.findLastIndex((label) => label.includes('*')) + 1)
  return fixed.length === 0 ? ['WebFetch'] : [`WebFetch(domain:*.${fixed.join('.')})`]
}
