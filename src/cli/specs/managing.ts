/** Part of the command line: the commands that manage what is remembered, as data. */

import type { CommandSpec, OptionSpec } from '../command.ts'
import { HELP, JSON_OPTION, STORE, VERBS } from './options.ts'

/** Kinds of records. */
const KINDS = ['decision', 'answer', 'extend', 'outcome', 'grant', 'revoke', 'policy', 'profile', 'retention']

const MANAGING: readonly OptionSpec[] = [STORE, JSON_OPTION, HELP]

export const MANAGING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'rules',
    summary: 'every rule in force, with file and line; add and remove your own',
    usage: ['rules', 'rules add allow|ask|deny RULE', 'rules remove allow|ask|deny RULE'],
    most: VERBS,
    options: [
      { name: 'layer', value: 'LAYER', among: ['user', 'local'], about: 'whose file is changed, yours by default' },
      { name: 'agent', value: 'NAME', about: 'a rule for calls of this agent only' },
      {
        name: 'until',
        value: 'TIME',
        about: 'a rule that counts until then: a date, or 30d from now',
      },
      { name: 'cwd', value: 'DIR', about: 'whose rules are listed (default: those that count here)' },
      ...MANAGING,
    ],
    examples: [
      ['countersign rules', 'what counts here, layer by layer'],
      ["countersign rules add deny 'shell(git push --force:*)'", 'a rule of your own, everywhere'],
      ["countersign rules add --layer local allow 'shell(make:*)'", 'in this project only, not committed'],
      ["countersign rules remove deny 'shell(git push --force:*)'", 'and out again, whatever it is limited to'],
    ],
    afterword:
      'Comments in the files stay. A rule that is not one is refused, and the file is as it was. `remove` takes out\nevery rule with that text, whatever limits it, and says which they were; --agent and --until take out only such ones.',
    load: () => import('../commands/rules.ts'),
  },
  {
    name: 'grants',
    summary: 'the answers that are remembered; take them back',
    usage: ['grants [--all]', 'grants revoke ID'],
    most: VERBS,
    options: [{ name: 'all', about: 'also those that are revoked, expired or used up' }, ...MANAGING],
    examples: [
      ['countersign grants', 'each with its age, its uses and who gave it'],
      ['countersign grants revoke 0199c1c2', 'counts no more, at once and everywhere'],
    ],
    load: () => import('../commands/grants.ts'),
  },
  {
    name: 'profiles',
    summary: 'named sets of rules, grants and mode: keep, pass on, take up',
    usage: [
      'profiles',
      'profiles save NAME',
      'profiles use NAME --merge|--replace [--preview]',
      'profiles remove NAME',
      'profiles export FILE [--name NAME]',
      'profiles import FILE [--merge|--replace] [--preview]',
    ],
    most: VERBS,
    options: [
      { name: 'preview', about: 'show what would change, and change nothing' },
      { name: 'merge', about: 'add what is missing' },
      { name: 'replace', about: 'also take away what the profile does not say' },
      { name: 'name', value: 'NAME', about: 'export this kept profile, not what is in force' },
      { name: 'force', about: 'write over a file that is there' },
      ...MANAGING,
    ],
    examples: [
      ['countersign profiles save work', 'keep your rules, grants and mode under a name'],
      ['countersign profiles export work.json', 'what is in force for you, as a file'],
      ['countersign profiles import work.json --replace --preview', 'what it would change'],
      ['countersign profiles import work.json --merge', 'take it up'],
    ],
    afterword: `A profile speaks for your own layer (~/.config/countersign): managed rules stay above it, a project's rules beside
it. A file with any error in it changes nothing.`,
    load: () => import('../commands/profiles.ts'),
  },
  {
    name: 'replay',
    summary: 'the calls on record, decided again by another policy',
    usage: ['replay --policy FILE'],
    most: 0,
    options: [
      { name: 'policy', value: 'FILE', about: 'decide by this file alone' },
      { name: 'limit', value: 'N', about: 'how many of the latest calls (default 2000)' },
      ...MANAGING,
    ],
    examples: [['countersign replay --policy stricter.yaml', 'what would be denied or asked that is not now']],
    afterword:
      'Each call is decided by the policy in force in its project now, and by the file alone;\nno person is asked, no record changed.',
    load: () => import('../commands/replay.ts'),
  },
  {
    name: 'learn',
    summary: 'rules that would have given the answers people gave',
    usage: ['learn [--since TIME] [--least N]'],
    most: 0,
    options: [
      { name: 'since', value: 'TIME', about: 'only what was asked since then: a date, or 30d' },
      { name: 'least', value: 'N', about: 'answered alike at least this many times (default 2)' },
      ...MANAGING,
    ],
    examples: [['countersign learn --since 30d', 'what to allow or deny, to be asked less']],
    afterword:
      'Nothing is changed. No rule is suggested that would let pass what somebody refused, or what is of high danger;\neach is one that the question itself could have offered.',
    load: () => import('../commands/learn.ts'),
  },
  {
    name: 'inbox',
    summary: 'the questions that wait for a person; answer them here',
    usage: ['inbox [--watch]', 'inbox list', 'inbox allow|deny ID [--lasts LASTS] [--words TEXT]'],
    most: VERBS,
    options: [
      { name: 'watch', about: 'wait for more when all are answered' },
      {
        name: 'lasts',
        value: 'LASTS',
        among: ['once', 'session', 'project', 'always'],
        about: 'how long the answer holds, once by default',
      },
      { name: 'rule', value: 'N', about: 'which of the suggested rules is remembered (default: the first)' },
      { name: 'words', value: 'TEXT', about: 'what you want to say; it reaches the model' },
      ...MANAGING,
    ],
    examples: [
      ['countersign inbox --watch', 'in a window of its own'],
      ["countersign inbox deny 0199c1c2-… --words 'use the staging key'", 'one answer, by its id'],
    ],
    load: () => import('../commands/inbox.ts'),
  },
  {
    name: 'audit',
    summary: 'what was decided and answered: show, verify, export, key, prune',
    usage: [
      'audit [show]',
      'audit verify [--file FILE]',
      'audit export [--format FORMAT]',
      'audit key',
      'audit prune --before TIME',
    ],
    most: VERBS,
    options: [
      { name: 'limit', value: 'N', about: 'show at most this many (default 20)' },
      { name: 'kind', value: 'KIND', among: KINDS, about: 'show only these' },
      { name: 'session', value: 'ID', about: 'show only those of this session' },
      { name: 'agent', value: 'NAME', about: 'show only those of this agent' },
      {
        name: 'behavior',
        value: 'SAID',
        among: ['allow', 'ask', 'deny'],
        about: 'show only what was decided like this',
      },
      { name: 'rule', value: 'TEXT', about: 'show only what was decided by a rule with this text in it' },
      { name: 'text', value: 'TEXT', about: 'show only records with this text in them' },
      { name: 'since', value: 'TIME', about: 'show or export only those since then' },
      { name: 'head', value: 'SEQ:HASH', about: 'verify that the chain still holds this head, noted earlier' },
      { name: 'key', value: 'FILE', about: 'verify with this public key, too: another machine signs as well' },
      { name: 'file', value: 'FILE', about: 'verify this sealed export, not the store' },
      { name: 'format', value: 'FORMAT', among: ['jsonl', 'cloudevents', 'sealed'], about: 'export as these lines' },
      { name: 'before', value: 'TIME', about: 'prune what is older' },
      ...MANAGING,
    ],
    examples: [
      ['countersign audit --since 1d', 'the last day'],
      ['countersign audit --behavior deny --agent codex', 'what that agent was denied'],
      ['countersign audit verify', 'was anything changed, removed, reordered or inserted?'],
      ['countersign audit verify --head 15:dddbe58d…', 'and was the end cut off? 15:… is what verify printed earlier'],
      ['countersign audit export --format cloudevents > events.jsonl', 'for whoever collects them'],
      ['countersign audit key > build-1.pem', 'for ~/.config/countersign/audit-keys of who verifies elsewhere'],
      ['countersign audit export --format sealed > audit.sealed', 'to be verified there …'],
      ['countersign audit verify --file audit.sealed --key build-1.pem', '… without the store'],
      ['countersign audit prune --before 90d', 'the rest still verifies'],
    ],
    afterword: `TIME is a date (2026-01-31), a date and time, or how long ago: 30m, 12h, 90d, 4w.

Exit code of verify: 0 sound, 1 not. Secrets are taken out before a record is written.`,
    load: () => import('../commands/audit.ts'),
  },
]
