/**
 * Part of the build: the command line, as one file and the machine's own compiled form of it.
 *
 * An agent waits for every start of this program, and half of a start would be compiling. `main.js` therefore is a
 * function expression that `bin/countersign.js` compiles by hand, with `main.cache` beside it: V8's code cache. Another
 * version of Node refuses the cache and compiles as ever; nothing but speed depends on it. Of the packages only re2js
 * stays outside: it is loaded, from where `__filename` lies, when a policy has a regular expression.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** What is run while the cache is made: the functions it needs are in it. */
const USUAL = ['check', '--policy', 'policy.yaml', 'git status && npm run build -- --force > log.txt']

export async function bundleCli(directory) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const bundle = await rolldown({
    cwd: ROOT,
    input: { main: 'src/cli/main.ts' },
    platform: 'node',
    // Its build for browsers is the same code in modules, of which only what is used is taken.
    resolve: { alias: { yaml: join(ROOT, 'node_modules/yaml/browser/index.js') } },
    transform: { target: 'node20', define: { COUNTERSIGN_VERSION: JSON.stringify(version) } },
  })
  await bundle.write({
    dir: directory,
    format: 'cjs',
    codeSplitting: false,
    minify: true,
    charset: 'ascii',
    entryFileNames: '[name].js',
    postBanner: '(function (exports, require, __filename) {',
    postFooter: '})',
  })
  await bundle.close()
  const main = join(directory, 'main.js')
  // It is read byte by byte, which is quicker.
  if (/[^\0-\x7f]/.test(readFileSync(main, 'utf8'))) throw new Error(`${main} is not plain ASCII`)
  writeCache(main)
}

function writeCache(main) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-warm-'))
  writeFileSync(join(folder, 'policy.yaml'), 'allow: [ "shell(npm run:*)" ]\ndeny: [ "shell(sudo:*)" ]\n')
  const ended = spawnSync(process.execPath, [join(ROOT, 'scripts', 'warm-cli.cjs'), main, ...USUAL], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  if (ended.status !== 3) throw new Error(`warming the command line ended with ${ended.status}: ${ended.stderr}`)
}
