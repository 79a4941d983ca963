/**
 * Part of the build: the library, in few files. Node finds, reads and links each module by itself, and there are hundreds: to import
 * them one by one took four times as long.
 *
 * The packages it is built with are in them, as they are in the command line. What is loaded later (stores, the audit) lies beside, as
 * it does in the source. Nothing is renamed or shortened: an error's stack is read by people.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './bundle-cli.mjs'

/** Their own affair: they are loaded by name, have compiled parts, or would have some. */
const OUTSIDE = /^(?:node:.*|libsql|pg|re2js)$/

/** What benchmarks, scripts and the tests of real clients look at from inside; nobody else can. */
const INNER = [
  'effects/make',
  'engine/compile',
  'engine/decide',
  'gate/profiles/file',
  'policy/inline',
  'policy/schema',
  'server/serve',
  'store/open',
  'store/seal',
  'vocabulary/canonical',
  'vocabulary/vocabularies',
]

const { exports, dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

export async function bundleLib(directory) {
  const bundle = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: Object.fromEntries([...published(), ...INNER].map((name) => [name, `src/${name}.ts`])),
    external: OUTSIDE,
    // The same code in modules, of which only what is used is taken.
    resolve: { alias: { yaml: join(ROOT, 'node_modules/yaml/browser/index.js') } },
    transform: { target: 'node20' },
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await bundle.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    // Read byte by byte, and nothing that is only skipped.
    comments: false,
    charset: 'ascii',
  })
  await bundle.close()
  checkPackages(output)
  return output
}

function published() {
  return Object.values(exports).flatMap(({ default: file }) => /^\.\/dist\/lib\/(.*)\.js$/.exec(file ?? '')?.[1] ?? [])
}

/** Whoever installs it has these and no others. */
function checkPackages(output) {
  const known = new Set([
    ...output.map(({ fileName }) => fileName),
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ])
  for (const name of output.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])) {
    const [of] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? ['']
    if (!name.startsWith('node:') && !known.has(name) && !known.has(of))
      throw new Error(`the library imports ${name}, which nobody installs with it`)
  }
}
