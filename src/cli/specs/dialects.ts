/** Part of the command line: the commands that carry policies to and from other systems, as data. */

import { DIALECT_NAMES } from '../../dialects/dialect.ts'
import type { CommandSpec, OptionSpec } from '../command.ts'
import { HELP, JSON_OPTION, VERBS } from './options.ts'

const SCOPE: OptionSpec = {
  name: 'scope',
  value: 'SCOPE',
  among: ['project', 'user'],
  about: 'whose files are written, the project’s by default',
}
const POLICY: OptionSpec = { name: 'policy', value: 'FILE', about: 'this policy instead of the one in force here' }
const NAMES = `Dialects: ${DIALECT_NAMES.join(', ')}.`

export const DIALECT_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'import',
    summary: 'other systems’ permissions as a policy of ours, with what was lost on the way',
    usage: ['import [--out FILE]', 'import DIALECT FILE [--out FILE]'],
    most: 2,
    options: [
      { name: 'out', value: 'FILE', about: 'write the policy to a new file; - for the terminal' },
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ['countersign import', 'finds what is here and shows the merged policy with its sources'],
      ['countersign import claude-code .claude/settings.json', 'one file'],
      ['countersign import --out countersign.yaml', 'as the policy of this project'],
    ],
    afterword: `Never allows what the source would not: what cannot be carried is left out or asked about, and said. Every import is held
against the source's own rules on calls near their edges. A malformed file gives all its problems and imports nothing.
${NAMES}`,
    load: () => import('../commands/import.ts'),
  },
  {
    name: 'export',
    summary: 'the policy as another system’s configuration, with a diff first',
    usage: ['export DIALECT|--all [--write]'],
    most: 1,
    options: [
      { name: 'all', about: 'every dialect' },
      { name: 'write', about: 'write the files; without it they are only shown' },
      SCOPE,
      POLICY,
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ['countersign export claude-code', 'what would change in .claude/settings.json'],
      ['countersign export --all --write', 'every agent’s file in this project'],
    ],
    afterword: `Never makes the target allow what the policy does not: every permission is proven against the target's own rules before it is
written, and withheld where that fails. Comments and unrelated settings stay; so do restrictions that are there already.
${NAMES}`,
    load: () => import('../commands/export.ts'),
  },
  {
    name: 'sync',
    summary: 'keep exported configurations in step with the policy',
    usage: ['sync --check|--write [DIALECT…]'],
    most: VERBS,
    options: [
      { name: 'check', about: 'say what is out of step, and end with 1 if anything is' },
      { name: 'write', about: 'bring it into step' },
      SCOPE,
      POLICY,
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ['countersign sync --check', 'in CI: the files that are here say what the policy says'],
      ['countersign sync --write', 'after a change of the policy'],
    ],
    afterword: 'Without a name, every dialect whose file is here.',
    load: () => import('../commands/sync.ts'),
  },
]
