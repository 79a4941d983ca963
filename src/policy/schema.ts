/** The shape of a policy file: validation and the published JSON Schema are both made from it. */

import { KINDS } from '../engine/call.ts'
import { MODES } from '../engine/mode.ts'
import { BEHAVIORS } from '../engine/rule.ts'
import { jsonSchema } from './shape.ts'
import type { Field, Shape } from './shape.ts'

/** What the managed layer may forbid the other layers to change. */
export const LOCKS = ['mode', 'bypass', 'otherwise', 'enforce', 'rules', 'protectedPaths'] as const
export type Lock = (typeof LOCKS)[number]

const text = (what: string): Shape => ({ is: 'text', what })
const list = (what: string, items: Shape): Shape => ({ is: 'list', what, items })
const oneOrMany = (what: string, items: Shape): Shape => ({ is: 'list', what, items, orOne: true })
const behavior: Shape = { is: 'choice', what: 'a decision', among: BEHAVIORS }

const ruleText = text('a rule such as `shell(npm run:*)`')

const ruleMapping: Shape = {
  is: 'mapping',
  what: 'a rule',
  fields: {
    rule: { shape: ruleText, required: true, about: 'Tool or Tool(specifier), over canonical tool names or kinds.' },
    except: { shape: oneOrMany('rules', ruleText), about: 'Rules that take something out of this one.' },
    reason: { shape: text('a sentence'), about: 'Why; shown to the person and to the model.' },
    expires: {
      shape: { is: 'time' },
      about: 'The rule counts until this date or time (UTC unless it says otherwise).',
    },
    agents: { shape: oneOrMany('agents', text('the name of an agent')), about: 'Only for calls of these agents.' },
    where: {
      shape: { is: 'any mapping', what: 'a mapping of arguments to values' },
      about:
        'Constraints on named arguments: a value, a text with *, "<= 3", a regular expression "/^v[0-9]+$/", a list of alternatives, or a mapping for nested fields.',
    },
    match: { shape: oneOrMany('calls', text('a call')), about: 'Calls that this rule must match; its own tests.' },
    'not-match': { shape: oneOrMany('calls', text('a call')), about: 'Calls that this rule must not match.' },
  },
}

const rules = list('rules', { is: 'text or mapping', text: ruleText, mapping: ruleMapping })
const mapping = (what: string, fields: Readonly<Record<string, Field>>): Shape => ({ is: 'mapping', what, fields })

export const POLICY: Shape = mapping('a policy', {
  $schema: { shape: text('the address of a schema'), about: 'For editors.' },
  mode: { shape: { is: 'choice', what: 'a mode', among: MODES }, about: 'How what no rule decides is treated.' },
  allow: { shape: rules, about: 'What may happen unasked. Counts in a project only once its folder is trusted.' },
  ask: { shape: rules, about: 'What is put before a person, whatever is allowed.' },
  deny: { shape: rules, about: 'What never happens, whatever is allowed or answered.' },
  kinds: {
    shape: mapping(
      'kinds',
      Object.fromEntries(
        KINDS.map((kind) => [kind, { shape: behavior, about: `The decision for every ${kind} tool.` }]),
      ),
    ),
    about: 'One decision for a whole kind of tool.',
  },
  tools: {
    shape: mapping('tools', {
      allowed: {
        shape: list('tool names', text('a tool name')),
        about: 'Only these are shown to the model; empty means all.',
      },
      disallowed: {
        shape: list('tool names', text('a tool name')),
        about: 'These are never shown; wins over allowed.',
      },
    }),
    about: 'Which tools the model sees: exact names, or one * at the end.',
  },
  workingDirectories: {
    shape: list('folders', text('a folder')),
    about: 'Folders besides the current one in which acceptEdits may edit; relative to the project.',
  },
  otherwise: { shape: behavior, about: 'The decision when nothing matched; by default ask.' },
  enforce: { shape: { is: 'flag' }, about: 'false: every verdict is computed and recorded, nothing is blocked.' },
  locked: {
    shape: list('settings', { is: 'choice', what: 'a setting that can be locked', among: LOCKS }),
    about: 'Managed policy only: what no other file may change.',
  },
  protectedPaths: {
    shape: mapping('protectedPaths', {
      add: { shape: list('paths', text('a path')), about: 'More paths whose writing is always asked about.' },
      remove: {
        shape: list('paths', text('a path')),
        about: 'Built-in protected paths to give up; managed and user policies only.',
      },
    }),
    about: 'Changes to the built-in list of protected paths.',
  },
  mcp: {
    shape: mapping('mcp', {
      trusted: {
        shape: list('MCP servers', text('the name of an MCP server')),
        about: 'Servers that are believed when they call a tool read-only.',
      },
    }),
    about: 'What is believed of MCP servers. Counts in a project only once its folder is trusted.',
  },
})

export const POLICY_FIELDS: readonly string[] = POLICY.is === 'mapping' ? Object.keys(POLICY.fields) : []

/** The JSON Schema that is published as `countersign/schema/policy.json`. */
export function policySchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Countersign policy',
    description: 'What an AI agent may do: countersign.yaml and its siblings.',
    ...jsonSchema(POLICY),
    type: ['object', 'null'],
  }
}
