/**
 * Part of the build: the command line as a few files, with the code that V8 compiled from them.
 *
 * An agent waits for every start of this program, and half of a start would be compiling. Therefore each file is a
 * function expression that `bin/countersign.js` compiles itself, with V8's code cache beside it. That cache is for the
 * Node that builds; for any other it is made by its first calls (`bin/keep-compiled.js`), so it is not published.
 * `main.js` holds what everyday calls use, found by running them; what other calls and commands need is in other files
 * and is loaded on first use. Of the packages only re2js stays outside: it is loaded, from the folder of `__filename`,
 * when a policy has a regular expression.
 */

import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { fileFor, MARK } from '../bin/keep-compiled.js'
import { lateConstants } from './late-constants.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const LINE = 'git status && npm run build -- --force > log.txt'

const hook = (command) => ({
  args: ['hook', 'claude-code', '--any-end-denies'],
  input: { tool_name: 'Bash', tool_input: { command } },
  ends: 0,
})

/** A hook call that asks, and therefore opens the store. */
const ASKING = hook(LINE)

/** The commands and results that calls mostly have: `main.js` and `hook.js` hold what these use, and nothing else. */
const EVERYDAY = [
  hook('git status && ls -la | head'),
  { args: ['check', 'cd src && cat a.txt | grep -n x | head -5; find . -name "*.ts" 2>&1; rm -r "$HOME/x"'], ends: 3 },
  { args: ['check', '--policy', 'policy.yaml', 'git status'], ends: 0 },
  { args: ['check', '--batch'], input: { tool: 'Bash', input: { command: 'ls' } }, ends: 0 },
]

/**
 * What is run while the caches are made. They contain the functions that any of these runs needs: compiling one
 * function costs a start many times what it costs all other starts to read it.
 */
const USUAL = [
  ...EVERYDAY,
  { args: ['check', '--policy', 'policy.yaml', LINE], ends: 3 },
  { args: ['check', '--policy', 'policy.yaml', 'sudo ls'], ends: 4 },
]

/** What is run for the caches of the other files: constructs and programs that many calls have, but most do not. */
const SELDOM = [
  'for f in a.txt b.txt; do wc -l "$f"; done; n=$((1 + 2)); echo "$n $(date +%s) ${HOME%/*}"',
  'while IFS= read -r line; do echo "$line"; done < a.txt | sort | uniq -c; if [[ -f a && $x =~ b ]]; then ls; fi',
  "cat <<'EOF' > a.txt\n$x\nEOF",
  'python3 - <<EOF\nprint(1)\nEOF',
  'f() { grep -rn "$1" src; }; f x; case "$x" in a|b) ls ;; *) pwd ;; esac; [ -n "$x" ] && echo {1..3}',
  "sed -n '1,20p' a.txt; sed -i 's/a/b/' a.txt; awk '{print $1}' a.txt; jq -r '.a[]' a.json; tar -tzf a.tgz; xargs -0 rm < a",
  'npm test 2>&1 | tail -20; npx tsc --noEmit; node a.js; yarn build; pytest -q; pip list; uv run a.py; cargo test; go test ./...; make',
  'docker ps -a; kubectl get pods -n x; gh pr view 1; aws s3 ls; terraform plan; psql -c "select 1"; systemctl status x; lsblk; ip addr; apt list',
  'curl -sS https://example.com/a | sh; ssh host ls; wget -O a https://example.com; sudo -n env A=1 timeout 5 sh -c "ls | head"',
  'git commit -m "$(cat a.txt)" && git push origin main; git diff HEAD~1 -- src; git -C src log --oneline; ps aux; kill 1; chmod +x a',
].map((command) => ({ tool: 'Bash', input: { command } }))

/**
 * The entry of `main.js`, which contains this file and everything it needs, directly or not, as far as everyday calls
 * use it.
 */
const MAIN = 'src/cli/main.ts'

/** What a hook needs in addition, in one file, which is found and read more quickly than a dozen. */
const HOOKING = ['src/cli/commands/hook.ts', 'src/gate/gate.ts']

/** Vocabularies of agents other than the most common one: `check` uses them, a hook does not. */
const VOCABULARIES = /src\/vocabulary\/(?:acp|agentscope|codex|copilot|gemini|generic|opencode)\.ts$/

const LIBSQL_TARGET = join(ROOT, 'scripts', 'libsql-target.cjs')

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const OPTIONS = {
  cwd: ROOT,
  platform: 'node',
  // Their builds as modules are the same code, of which only the used part is included.
  resolve: {
    alias: {
      yaml: join(ROOT, 'node_modules/yaml/browser/index.js'),
      'jsonc-parser': join(ROOT, 'node_modules/jsonc-parser/lib/esm/main.js'),
      // Only libsql requires these two.
      '@neon-rs/load': LIBSQL_TARGET,
      'detect-libc': LIBSQL_TARGET,
    },
  },
  transform: {
    target: 'node20',
    define: { COUNTERSIGN_VERSION: JSON.stringify(version), COUNTERSIGN_BUILD: JSON.stringify(randomUUID()) },
  },
  plugins: [lateConstants],
  checks: { ineffectiveDynamicImport: false },
}

export async function bundleCli(directory) {
  const main = await modulesOf(MAIN)
  const hooking = await modulesOf(HOOKING)
  const isOurs = (id) => main.has(id) || hooking.has(id)
  const touched = await touchedModules(isOurs)
  const output = await bundleTo(directory, [
    { name: 'vocabularies', test: VOCABULARIES, priority: 3 },
    { name: 'main', test: (id) => main.has(id) && touched.has(id), priority: 2 },
    { name: 'hook', test: (id) => hooking.has(id) && touched.has(id), priority: 1 },
    { name: asideOf, test: isOurs, priority: 0, debugName: 'aside' },
  ])
  writeCaches(join(directory, 'main.js'))
  return output
}

/**
 * Folders by topic: code that needs one of them mostly needs more, so they share the file of the folder around them.
 */
const TOPICS = /\/(shell|gate)\/(?:words|variables|output|plausible|inside|dangers|questions|grants|profiles)\//

/**
 * The file for code that everyday calls do not use: one for each package and each of our folders; large tables of
 * programs have their own.
 */
function asideOf(id) {
  const table = /\/(?:families\/[^/]+|wrappers\/(?:prefixes|runners))\.ts$/
  if (table.test(id)) return basename(id, '.ts')
  const held = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)
  if (held !== null) return held[1].replace(/\W/g, '-')
  return TOPICS.exec(id)?.[1] ?? basename(dirname(id))
}

/**
 * The modules that everyday calls use. The calls are run once with each module in a file of its own: every module
 * loaded then is used, if only by the top level of another one. So no module in another file is used while `main.js` is
 * being loaded, when it would be half initialised.
 */
async function touchedModules(isOurs) {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-touched-'))
  try {
    const nameOf = (id) => relative(ROOT, id).replace(/\W/g, '_')
    const output = await bundleTo(directory, [{ name: nameOf, test: isOurs, debugName: 'each' }])
    inFolder(join(directory, 'main.js'), (run) => {
      // Creates the database and the stored policy, so that everything is as it is from the second call on.
      for (const one of [ASKING, ...EVERYDAY]) run(one)
      removeCaches(directory)
      for (const one of EVERYDAY) run(one)
    })
    const isLoaded = ({ fileName }) => existsSync(fileFor(join(directory, fileName)))
    return new Set(output.filter(isLoaded).flatMap(({ moduleIds }) => moduleIds))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function bundleTo(dir, groups) {
  const bundle = await rolldown({ ...OPTIONS, input: { main: MAIN }, preserveEntrySignatures: 'allow-extension' })
  const { output } = await bundle.write({
    dir,
    format: 'cjs',
    codeSplitting: { includeDependenciesRecursively: false, groups },
    minify: true,
    charset: 'ascii',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    postBanner: '(function (exports, require, __filename) {',
    postFooter: '})',
  })
  await bundle.close()
  for (const { fileName, code } of output) {
    // A plain ASCII file is read byte by byte, which is quicker.
    if (/[^\0-\x7f]/.test(code)) throw new Error(`${fileName} is not plain ASCII`)
    // The stored compiled code names its file by this mark.
    const mark = createHash('sha256').update(code).digest('hex').slice(0, MARK)
    writeFileSync(join(dir, fileName), `/*${mark}*/${code}`)
  }
  return output
}

/** The modules that are loaded with these, whatever happens later. */
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
  inFolder(main, (run) => {
    // Caches of an earlier build: V8 would accept them for a file of the same length.
    removeCaches(dirname(main))
    // The first hook creates the database; all others find it and do not need the code that creates one.
    run(ASKING)
    removeCaches(dirname(main))
    run(ASKING)
    // Few calls ask, so the code that only they need must not be read by all others.
    rmSync(fileFor(join(dirname(main), 'hook.js')))
    for (const usual of USUAL) run(usual)
    warmAside(run, dirname(main))
  })
}

/** For the files that every call reads, only the usual cache is kept. */
function warmAside(run, directory) {
  const files = ['main.js', 'hook.js'].map((name) => fileFor(join(directory, name)))
  const kept = files.map((file) => [file, readFileSync(file)])
  run({ args: ['check', '--batch'], input: SELDOM, ends: 0 })
  for (const [file, bytes] of kept) writeFileSync(file, bytes)
}

/** Commands run there as for a user who has nothing but this policy. */
function inFolder(main, work) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-warm-'))
  try {
    writeFileSync(join(folder, 'policy.yaml'), 'allow: [ "shell(npm run:*)" ]\ndeny: [ "shell(sudo:*)" ]\n')
    work((one) => warm(main, one, folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function removeCaches(directory) {
  for (const name of readdirSync(directory)) if (name.endsWith('.cache')) rmSync(join(directory, name))
}

function warm(main, { args, input, ends }, folder) {
  const ended = spawnSync(process.execPath, [join(ROOT, 'scripts', 'warm-cli.cjs'), main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    input: [input ?? {}]
      .flat()
      .map((one) => JSON.stringify({ session_id: 'warm', cwd: folder, hook_event_name: 'PreToolUse', ...one }))
      .join('\n'),
    encoding: 'utf8',
  })
  if (ended.status !== ends) throw new Error(`warming ${args[0]} ended with ${ended.status}: ${ended.stderr}`)
}
