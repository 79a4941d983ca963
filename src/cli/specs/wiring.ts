/** Part of the command line: the commands that put the gate in front of an agent, as data. */

import type { CommandSpec } from '../command.ts'
import { HELP, JSON_OPTION, STORE } from './options.ts'

const AGENTS = ['claude-code', 'copilot', 'codex', 'gemini', 'opencode'] as const

export const WIRING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    summary: 'finds the agents installed here, writes a policy, wires the hooks after asking',
    usage: ['init [--agent NAME] [--yes]', 'init --dry-run', 'init --remove [--agent NAME]'],
    most: 0,
    options: [
      { name: 'agent', value: 'NAME', among: AGENTS, about: 'only this one, found here or not' },
      { name: 'scope', value: 'SCOPE', among: ['user', 'project'], about: 'whose settings, yours by default' },
      { name: 'yes', short: 'y', about: 'do not ask before changing a file' },
      { name: 'dry-run', about: 'show what would change, and change nothing' },
      { name: 'remove', about: 'take out what init has put in, and nothing else' },
      { name: 'outcomes', about: 'also report how each call went; the hook then runs twice for each' },
      { name: 'ask', value: 'WHO', among: ['inbox', 'client', 'nobody'], about: 'who is asked, as `hook --ask`' },
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ['countersign init', 'every agent found here, each after a question'],
      ['countersign init --dry-run', 'what would change, as a diff'],
      ['countersign init --agent claude-code --yes', 'one agent, unasked'],
      ['countersign init --remove', 'everything out again'],
    ],
    afterword:
      'Other settings and comments stay as they are. Run twice, it changes nothing. `countersign doctor --prove` tests it.',
    load: () => import('../commands/init.ts'),
  },
  {
    name: 'doctor',
    summary: 'what is wired, does it fail closed, which holes remain',
    usage: ['doctor [--prove] [--agent NAME]'],
    most: 0,
    options: [
      { name: 'prove', about: 'send a harmless canary through each wired hook, as its client would' },
      { name: 'agent', value: 'NAME', among: AGENTS, about: 'only this one' },
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ['countersign doctor', 'look only'],
      ['countersign doctor --prove', 'call the hooks, with good input and bad'],
    ],
    afterword:
      'Exit code: 0 all is well; 1 something lets calls pass undecided, an agent on the PATH that is not wired for one, or denies\nthem all: a disk that is full, a store that another user owns. 1 as well where no agent is wired.',
    load: () => import('../commands/doctor.ts'),
  },
  {
    name: 'hook',
    summary: "what an agent's own hook calls: its payload on the input, its answer on the output",
    usage: ['hook AGENT'],
    most: 1,
    options: [
      {
        name: 'ask',
        value: 'WHO',
        among: ['auto', 'inbox', 'client', 'nobody'],
        about: 'who is asked (default: a running server, else the agent itself if it can)',
      },
      { name: 'outcomes', about: 'remember the decision until the hook after the call reports how it went' },
      { name: 'deadline', value: 'SECONDS', about: 'deny after this long (default 570)' },
      { name: 'server', value: 'URL', about: 'the server to ask, and no other way' },
      {
        name: 'any-end-denies',
        about: 'the caller takes every exit code but 0, and a signal, for a denial: starts sooner',
      },
      STORE,
      JSON_OPTION,
      HELP,
    ],
    examples: [['countersign hook claude-code < payload.json', 'as Claude Code would call it']],
    afterword: `AGENT is one of ${AGENTS.join(', ')}. \`countersign init\` wires it.

Exit code: 0 with the answer on the output; 2, which blocks the call, for whatever goes wrong.`,
    load: () => import('../commands/hook.ts'),
  },
  {
    name: 'run',
    summary: 'runs a command-line agent; what it is denied is asked, granted and run again',
    usage: ['run copilot [OPTIONS] -- ARGS…'],
    most: 1,
    passesOn: true,
    options: [
      {
        name: 'via',
        value: 'WAY',
        among: ['hook', 'output'],
        about: 'through its hook (default), or by reading its output',
      },
      { name: 'rounds', value: 'N', about: 'run it at most this many times (default 10)' },
      { name: 'command', value: 'FILE', about: 'the agent’s program (default: found on the PATH)' },
      {
        name: 'broad',
        about: 'with --via output, accept that its flags allow more than was asked: every `rm`, not this one',
      },
      {
        name: 'autonomous',
        value: 'WHAT',
        among: ['all', 'tools', 'paths', 'urls'],
        about: 'let it do all of this kind unasked; what the policy denies stays denied',
      },
      STORE,
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ['countersign run copilot -- -p "tidy the changelog"', 'each call decided before it runs'],
      [
        'countersign run copilot --via output -- -p "tidy the changelog"',
        'without a hook: denials are read and retried',
      ],
    ],
    afterword:
      'What stands after `--` goes to the agent as it is. Exit code: the agent’s own; 4 when something stayed denied.',
    load: () => import('../commands/run.ts'),
  },
]
