/**
 * Part of the build: the library in few files. Node finds, reads and links each module separately, and there are
 * hundreds: importing them one by one took four times as long.
 *
 * The files include the packages it uses, as the command line does. Code that is loaded later (stores, the audit) is in
 * separate files, as in the source. Nothing is renamed or minified, because people read the stack of an error.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './bundle-cli.mjs'

/** Packages that stay outside: they are loaded by name, or have native parts, or may have some. */
const OUTSIDE = /^(?:node:.*|libsql|pg|re2js)$/

/** Internal modules that benchmarks, scripts and the tests of real clients use; nothing else can reach them. */
const INNER = [
  'effects/make',
  'engine/compile',
  'engine/decide',
  'gate/node-fs',
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
    // The same code as modules, of which only the used part is included.
    resolve: { alias: { yaml: join(ROOT, 'node_modules/yaml/browser/index.js') } },
    transform: { target: 'node20' },
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await bundle.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    // ASCII is read byte by byte, and comments would only be skipped.
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

/** An installation has these packages and no others. */
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
