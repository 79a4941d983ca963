/**
 * Part of linting: an example of a call that a rule matches. The index is asked which other rules match it: a rule that
 * matches everything the first one matches must be among them.
 */

import type { Effect } from '../effect.ts'
import { ANY as ANY_WORDS } from '../match/token.ts'
import type { Token } from '../match/token.ts'
import { ANY, DEEP, segmentTokens } from '../match/segment.ts'
import type { Segment } from '../match/segment.ts'
import type { HostSpecifier } from '../match/url-specifier.ts'
import type { Kind } from '../call.ts'
import { readMcp } from '../use-subject.ts'
import type { Matter } from './matter.ts'

const COMMON = { certain: true, harmless: false, of: 0 } as const
/** Stands where anything may stand. */
const SOME = 'x'

/** The use of the tool, and what the call would do. */
export function witnessesOf(matter: Matter, as: 'permits' | 'restricts'): readonly Effect[] {
  switch (matter.of) {
    case 'shell': {
      const words = matter.home ?? matter.words
      const [first, ...rest] = words.tokens(as)
      const argv = [typeof first === 'string' ? first : SOME, ...rest.flatMap(wordOf)]
      const program = words.key ?? SOME
      return [use('shell', matter.tool), { ...COMMON, type: 'run', argv, program, trusted: true }]
    }
    case 'read':
    case 'write': {
      const path = pathOf(matter.path.segments(as)[0] ?? [])
      return [use(matter.of, matter.tool), { ...COMMON, type: matter.of, path, real: path, reach: 'exact' }]
    }
    case 'url': {
      const host = hostOf(matter.url.host)
      return [use('url'), { ...COMMON, type: 'connect', scheme: '', host, port: '', path: '', internal: false }]
    }
    case 'kind':
      return [use(matter.kind)]
    case 'mcp': {
      const { names, server } = readMcp(matter.tool)
      return [use('mcp', names === 'server' ? `mcp__${server}__${SOME}` : matter.tool.replace('*', SOME))]
    }
    case 'tool':
      // The tool may be of any kind: rules on a kind are found by the name of the tool.
      return KINDS_OF_TOOLS.map((kind) => use(kind, matter.tool.replace('*', SOME)))
    case 'any tool':
      return [use('other')]
  }
}

const KINDS_OF_TOOLS: readonly Kind[] = ['other', 'shell', 'read', 'write', 'url']

function use(kind: Kind, tool = ''): Effect {
  return { ...COMMON, type: 'use', tool, kind }
}

function wordOf(token: Token): readonly string[] {
  if (token === ANY_WORDS) return []
  return [typeof token === 'string' ? token : token.join(SOME)]
}

function pathOf(segments: readonly Segment[]): string {
  const open: readonly Segment[] = segments.at(-1) === DEEP ? [...segments, ANY] : segments
  return `/${open.flatMap((segment) => (segment === DEEP ? [] : [nameOf(segment)])).join('/')}`
}

function nameOf(segment: Segment): string {
  if (typeof segment === 'string') return segment
  return segmentTokens(segment)
    .map((token) => (typeof token === 'number' ? String.fromCharCode(token) : SOME))
    .join('')
}

function hostOf(host: HostSpecifier): string {
  if (host.shape === 'any') return SOME
  if (host.shape === 'labels') return host.labels.join('.').replaceAll('*', SOME)
  return host.shape === 'exact' ? host.name : `${SOME}.${host.name}`
}
