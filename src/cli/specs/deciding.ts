/** Part of the command line: the commands that decide, as data. */

import { MODES } from '../../engine/mode.ts'
import type { CommandSpec, OptionSpec } from '../command.ts'
import { run as runCheck } from '../commands/check.ts'
import { HELP, JSON_OPTION } from './options.ts'

const DECIDING: readonly OptionSpec[] = [
  { name: 'policy', value: 'FILE', about: 'decide by this file alone, not by the layers found here' },
  { name: 'mode', value: 'MODE', among: MODES, about: 'decide in this mode' },
  { name: 'cwd', value: 'DIR', about: 'where the call would run (default: here)' },
  {
    name: 'agent',
    value: 'NAME',
    about: 'whose call it is, by its tool names and the rules for it: claude-code, copilot, codex …',
  },
]

const ABOUT_RULES = DECIDING.filter(({ name }) => name === 'policy' || name === 'cwd')

const CALL = `INPUT is a JSON object, or just the command, path or url of a tool that has one. A call given as one
argument is a shell command.`

export const DECIDING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'check',
    summary: 'one verdict, with the reason',
    usage: ['check COMMAND', 'check TOOL INPUT', 'check --batch < CALLS'],
    most: 2,
    options: [
      ...DECIDING,
      { name: 'explain', about: 'the whole trace, drawn' },
      { name: 'batch', about: 'calls as JSON lines on the input, verdicts as JSON lines on the output' },
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ["countersign check 'git push -f'", 'a shell command'],
      ['countersign check Read ~/.ssh/id_ed25519', 'a path'],
      [`countersign check Write '{"file_path": "a.txt", "content": "hi"}'`, 'a whole input'],
      ["countersign check --policy strict.yaml --mode dontAsk 'npm publish'", 'what another policy would say'],
    ],
    afterword: `${CALL}

Exit code: 0 allow, 3 ask, 4 deny; 2 bad use or an invalid policy, 1 an unexpected failure.`,
    // Most starts run this command, so nothing is gained by loading it later.
    load: () => Promise.resolve({ run: runCheck }),
  },
  {
    name: 'explain',
    summary: 'the trace, drawn: what a call would do, which rule decided, what would change it',
    usage: ['explain COMMAND', 'explain TOOL INPUT'],
    most: 2,
    options: [...DECIDING, JSON_OPTION, HELP],
    examples: [
      ["countersign explain 'git status && npm publish > log'", 'each part of the line'],
      ['countersign explain WebFetch https://example.com', 'a url'],
    ],
    afterword: CALL,
    load: () => import('../commands/explain.ts'),
  },
  {
    name: 'test',
    summary: "the rules' own tests: the calls that each says it matches, and those it does not",
    usage: ['test', 'test --policy FILE'],
    most: 0,
    options: [...ABOUT_RULES, JSON_OPTION, HELP],
    examples: [
      ['countersign test', 'every rule in force here'],
      ['countersign test --policy countersign.yaml', 'in CI: one file, trusted or not'],
    ],
    afterword: `A rule's \`match\` and \`not-match\` are lists of calls: command lines, or a tool and its input (\`Read .env\`). Each is
tried on that rule alone. An allow rule matches what it lets pass, a deny or ask rule what it might concern.

Exit code: 0 when all tests pass, 1 when one fails; 2 bad use or an invalid policy.`,
    load: () => import('../commands/test.ts'),
  },
  {
    name: 'lint',
    summary: 'rules without effect: dead, shadowed, contradictory or redundant',
    usage: ['lint', 'lint --policy FILE'],
    most: 0,
    options: [...ABOUT_RULES, JSON_OPTION, HELP],
    examples: [
      ['countersign lint', 'every rule in force here, of all layers'],
      ['countersign lint --policy countersign.yaml', 'in CI: one file, trusted or not'],
    ],
    afterword: `It names only rules that it can prove to have no effect: without all of them, every call would be decided as before. It does
not name a rule of yours that a project's file repeats, since yours also counts elsewhere.

Exit code: 0 when it found nothing, 1 when it found a rule or a warning; 2 bad use or an invalid policy.`,
    load: () => import('../commands/lint.ts'),
  },
  {
    name: 'trust',
    summary: "lets a project's own allow rules count",
    usage: ['trust [DIR]', 'trust --remove [DIR]', 'trust --list'],
    most: 1,
    options: [
      { name: 'list', about: 'the folders trusted so far' },
      { name: 'remove', about: 'trust the folder no longer' },
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ['countersign trust', 'the project you are in'],
      ['countersign trust --remove ~/src/demo', 'take it back'],
    ],
    afterword: `A policy file that comes with a checkout may deny and ask anywhere. What it allows counts only in a
folder you trust, because whoever wrote the checkout also wrote that file.`,
    load: () => import('../commands/trust.ts'),
  },
]
