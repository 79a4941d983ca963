/**
 * Part of the build: the command line, as a few files and the machine's own compiled form of them.
 *
 * An agent waits for every start of this program, and half of a start would be compiling. Each file therefore is a
 * function expression that `bin/countersign.js` compiles by hand, with V8's code cache beside it (`main.cache`). Another
 * version of Node refuses the cache and compiles as ever; nothing but speed depends on it. `main.js` holds what `check`
 * needs; what other commands need, and what usual calls do without, lies beside it and is loaded when it is touched. Of
 * the packages only re2js stays outside: it is loaded, from where `__filename` lies, when a policy has a regular
 * expression.
 */

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const LINE = 'git status && npm run build -- --force > log.txt'

const hook = (command) => ({
  args: ['hook', 'claude-code'],
  input: { tool_name: 'Bash', tool_input: { command } },
  ends: 0,
})

/** It asks, and for that opens the store. */
const ASKING = hook(LINE)

/**
 * What is run while the caches are made: the functions that any of it needs are in them, and compiling one costs a start
 * many times what it costs all others to read it in. So these are the programs and the ends that calls mostly have.
 */
const USUAL = [
  hook('git status && ls -la | head'),
  { args: ['check', '--policy', 'policy.yaml', LINE], ends: 3 },
  { args: ['check', '--policy', 'policy.yaml', 'sudo ls'], ends: 4 },
  { args: ['check', 'cd src && cat a.txt | grep -n x | head -5; find . -name "*.ts" 2>&1; rm -r "$HOME/x"'], ends: 3 },
  { args: ['check', '--batch'], input: { tool: 'Bash', input: { command: 'ls' } }, ends: 0 },
]

/** Where `main.js` begins: what it needs, and what that needs in turn, is in it. */
const MAIN = 'src/cli/main.ts'

/** What a hook needs besides: in one file, which is quicker to find and to read than a dozen. */
const HOOKING = ['src/cli/commands/hook.ts', 'src/gate/gate.ts']

/**
 * What usual calls do without, by the file it lies in. Nothing of it may be touched while `main.js` is read in: it would be
 * loaded at every start, and find `main.js` half made.
 */
const ASIDE = {
  unbash: /node_modules\/unbash\//,
  yaml: /node_modules\/yaml\//,
  // Policies that were read before are kept.
  policy:
    /src\/policy\/(?:around|document|json|lexicon|object|page|pattern-problem|rule-problems|rules|schema|server|set-problems|shape|time|where-problems|yaml)\.ts$/,
  // What only asking needs, only Codex, or only who asks for outcomes.
  seldom:
    /src\/(?:adapters\/hooks\/interactive|cli\/commands\/hook-calls|gate\/(?:answer|as-shown|open-question)|policy\/(?:amend|amend-text|replace-file))\.ts$/,
  // The tables of wrappers; whether a program is in one, their names tell.
  prefixes: /src\/effects\/catalogue\/wrappers\/prefixes\.ts$/,
  runners: /src\/effects\/catalogue\/wrappers\/runners\.ts$/,
  // Of other agents than the one that most hooks are called by.
  vocabularies: /src\/vocabulary\/(?:acp|agentscope|codex|copilot|gemini|generic|opencode)\.ts$/,
  specs: /src\/cli\/specs\/(?:dialects|gateways|managing|serving)\.ts$/,
}

const LIBSQL_TARGET = join(ROOT, 'scripts', 'libsql-target.cjs')

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const OPTIONS = {
  cwd: ROOT,
  platform: 'node',
  // Their builds in modules are the same code, of which only what is used is taken.
  resolve: {
    alias: {
      yaml: join(ROOT, 'node_modules/yaml/browser/index.js'),
      'jsonc-parser': join(ROOT, 'node_modules/jsonc-parser/lib/esm/main.js'),
      // Both are asked by libsql alone.
      '@neon-rs/load': LIBSQL_TARGET,
      'detect-libc': LIBSQL_TARGET,
    },
  },
  transform: {
    target: 'node20',
    define: { COUNTERSIGN_VERSION: JSON.stringify(version), COUNTERSIGN_BUILD: JSON.stringify(randomUUID()) },
  },
  checks: { ineffectiveDynamicImport: false },
}

export async function bundleCli(directory) {
  const main = await modulesOf(MAIN)
  const hooking = await modulesOf(HOOKING)
  const bundle = await rolldown({
    ...OPTIONS,
    input: { main: MAIN },
    preserveEntrySignatures: 'allow-extension',
  })
  const { output } = await bundle.write({
    dir: directory,
    format: 'cjs',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        ...Object.entries(ASIDE).map(([name, test]) => ({ name, test, priority: 2 })),
        { name: 'main', test: (id) => main.has(id), priority: 1 },
        { name: 'hook', test: (id) => hooking.has(id), priority: 0 },
      ],
    },
    minify: true,
    charset: 'ascii',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    postBanner: '(function (exports, require, __filename) {',
    postFooter: '})',
  })
  await bundle.close()
  for (const { fileName, code } of output) {
    // It is read byte by byte, which is quicker.
    if (/[^\0-\x7f]/.test(code)) throw new Error(`${fileName} is not plain ASCII`)
  }
  writeCaches(join(directory, 'main.js'))
  return output
}

/** The modules that are loaded with these, whatever happens then. */
async function modulesOf(input) {
  const bundle = await rolldown({ ...OPTIONS, input })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(output.filter(({ isEntry }) => isEntry))
  for (const { imports } of reached) for (const name of imports) if (chunks.has(name)) reached.add(chunks.get(name))
  return new Set([...reached].flatMap(({ moduleIds }) => moduleIds))
}

function writeCaches(main) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-warm-'))
  writeFileSync(join(folder, 'policy.yaml'), 'allow: [ "shell(npm run:*)" ]\ndeny: [ "shell(sudo:*)" ]\n')
  // Of a build before: V8 would take it for a file's that is as long.
  removeCaches(dirname(main))
  // The first hook makes the database. All others find it, and do without what makes one.
  warm(main, ASKING, folder)
  removeCaches(dirname(main))
  warm(main, ASKING, folder)
  // Few ask: what is only for them is not read by all the others.
  rmSync(join(dirname(main), 'hook.cache'))
  for (const usual of USUAL) warm(main, usual, folder)
  rmSync(folder, { recursive: true })
}

function removeCaches(directory) {
  for (const name of readdirSync(directory)) if (name.endsWith('.cache')) rmSync(join(directory, name))
}

function warm(main, { args, input, ends }, folder) {
  const ended = spawnSync(process.execPath, [join(ROOT, 'scripts', 'warm-cli.cjs'), main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    input: JSON.stringify({ session_id: 'warm', cwd: folder, hook_event_name: 'PreToolUse', ...input }),
    encoding: 'utf8',
  })
  if (ended.status !== ends) throw new Error(`warming ${args[0]} ended with ${ended.status}: ${ended.stderr}`)
}
