/**
 * Conductor (seed 000): `workflow.runtime.tool_permissions` of a workflow, with a decision for each kind of tool and
 * one for the rest. Of two rules for a kind the last counts. It cannot ask.
 */

import { own } from '../../engine/call.ts'
import { isMap, parseDocument } from 'yaml'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { canonicalTool } from '../../vocabulary/canonical.ts'
import type { Dialect, Model, ReadResult, Where, WriteContext, Written } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import { exportPolicy } from '../export/prove.ts'
import type { Native } from '../export/target.ts'
import { strangeIn } from '../text/sheet.ts'
import type { Fields, Sheet } from '../text/sheet.ts'
import type { Subject } from '../export/subject.ts'
import { readYaml } from '../text/yaml.ts'

const KINDS = ['shell', 'write', 'read', 'url', 'mcp'] as const
type Kind = (typeof KINDS)[number]
const DECISIONS = ['allow', 'deny'] as const
type Decision = (typeof DECISIONS)[number]

interface Said {
  readonly decision: Decision
  readonly path: string
  /** Fields that are not known here. */
  readonly strange: readonly string[]
}

interface Permissions {
  readonly otherwise: Decision
  readonly path: string
  readonly kinds: ReadonlyMap<Kind, Said>
  readonly fields: Fields
}

const AT = 'workflow.runtime.tool_permissions'

/** Undefined if the workflow says nothing about permissions. */
function permissionsOf(sheet: Sheet): Permissions | undefined {
  const file = sheet.fields(sheet.value, '')
  const runtime = sheet.fields(own(sheet.fields(own(file, 'workflow'), 'workflow'), 'runtime'), 'workflow.runtime')
  const written = own(runtime, 'tool_permissions')
  if (written === undefined || written === null) return undefined
  const permissions = sheet.fields(written, AT)
  const otherwise = sheet.choice(own(permissions, 'default'), `${AT}.default`, DECISIONS) ?? 'allow'
  const kinds = new Map<Kind, Said>()
  for (const { value, path } of sheet.items(own(permissions, 'rules'), `${AT}.rules`)) {
    const rule = sheet.fields(value, path)
    const kind = sheet.choice(own(rule, 'kind'), `${path}.kind`, KINDS)
    if (kind === undefined && own(rule, 'kind') === undefined) sheet.error(path, 'a rule needs a `kind`')
    const decision = sheet.choice(own(rule, 'decision'), `${path}.decision`, DECISIONS) ?? 'allow'
    if (kind !== undefined) kinds.set(kind, { decision, path, strange: strangeIn(rule, ['kind', 'decision']) })
  }
  return { otherwise, path: AT, kinds, fields: permissions }
}

function read(text: string, where: Where): ReadResult {
  const sheet = readYaml(text, where)
  const draft = new Draft(sheet)
  const permissions = permissionsOf(sheet)
  if (permissions === undefined) {
    draft.note(
      'workflow',
      'withheld',
      'the workflow says nothing about permissions, and so allows everything; nothing is carried',
    )
    return draft.result()
  }
  draft.otherwise(permissions.otherwise, permissions.path)
  draft.unread(permissions.fields, AT, ['default', 'rules'])
  for (const kind of KINDS) {
    const said = permissions.kinds.get(kind)
    if (said === undefined) draft.add(permissions.otherwise, kind, permissions.path)
    else if (!draft.dependsOn(said.strange, said.decision, said.path)) draft.add(said.decision, kind, said.path)
    // If its condition does not hold, the default applies.
    else if (permissions.otherwise === 'deny') draft.add('deny', kind, said.path)
    else draft.add('ask', kind, said.path)
  }
  return draft.result()
}

function model(text: string, where: Where): Model | undefined {
  const sheet = readYaml(text, where)
  const permissions = permissionsOf(sheet)
  if (sheet.isBroken) return undefined
  return ({ tool }) => {
    if (permissions === undefined) return 'allow'
    const kind = tool.startsWith('mcp__') ? 'mcp' : canonicalTool(tool)?.kind
    return permissions.kinds.get(kind as Kind)?.decision ?? permissions.otherwise
  }
}

const PATH = 'workflow.yaml'

function write(policy: Policy, context: WriteContext): Written {
  const before = context.existing(PATH) ?? ''
  const where = { root: context.root, home: context.home, file: PATH, layer: 'project' } as const
  const sheet = readYaml(before, where)
  permissionsOf(sheet)
  if (sheet.isBroken) return { files: [], problems: sheet.problems, findings: [] }
  const written = exportPolicy(policy, context, {
    title: 'Conductor',
    agent: 'copilot',
    canAsk: false,
    carries: ['otherwise'],
    spell: (subject: Subject): readonly Kind[] | undefined => {
      if (subject.about === 'everything') return KINDS
      return subject.about === 'kind' && (KINDS as readonly string[]).includes(subject.kind)
        ? [subject.kind as Kind]
        : undefined
    },
    render: (entries) => [{ path: PATH, text: render(before, entries) }],
    model: ([file]) => model(file?.text ?? '', where),
  })
  const message = 'Conductor cannot ask and has decisions for whole kinds only: whatever no kind names is denied'
  return { ...written, findings: [...written.findings, { file: PATH, line: 0, col: 0, made: 'widened', message }] }
}

/** Comments and the rest of the workflow stay. A call that no rule names is denied, because Conductor cannot ask. */
function render(before: string, entries: readonly Native<Kind>[]): string {
  const document = parseDocument(before)
  if (!isMap(document.contents)) document.contents = document.createNode({}) as unknown as typeof document.contents
  const decisions = new Map<Kind, Behavior>()
  for (const { behavior, entry } of entries) if (decisions.get(entry) !== 'deny') decisions.set(entry, behavior)
  const rules = [...decisions].map(([kind, decision]) => ({ kind, decision }))
  document.setIn(['workflow', 'runtime', 'tool_permissions'], document.createNode({ default: 'deny', rules }))
  return document.toString({ lineWidth: 0 })
}

export const CONDUCTOR_DIALECT: Dialect = {
  name: 'conductor',
  title: 'Conductor',
  agent: 'copilot',
  places: [
    { path: 'workflow.yaml', layer: 'project' },
    { path: 'workflow.yml', layer: 'project' },
    { path: 'workflows/*.yaml', layer: 'project' },
  ],
  read,
  write,
  model,
}
