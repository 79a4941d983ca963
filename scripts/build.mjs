/**
 * Builds what is published: the library (`dist/lib`), the command line (`dist/cli`), the page (`dist/web`), the schemas
 * (`dist/schema`). It builds in another folder and moves the result into place at the end, so that a hook called
 * meanwhile finds the previous build and not half of one.
 *
 * npm runs it after an install in a checkout (`postprepare`) and before it packs one (`prepack`). It is not `prepare`: npm
 * warns of that when the tarball is installed, although it would not run it.
 */

import { spawnSync } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleCli, ROOT } from './bundle-cli.mjs'
import { bundleLib } from './bundle-lib.mjs'
import { buildWeb } from './build-web.mjs'
import { writeNotices } from './write-notices.mjs'
import { writeSchemas } from './write-schema.mjs'

const dist = join(ROOT, 'dist')
const fresh = `${dist}.${process.pid}`
const old = `${fresh}.old`

try {
  const library = await bundleLib(join(fresh, 'lib'))
  declareTypes(join(fresh, 'lib'))
  const commandLine = await bundleCli(join(fresh, 'cli'))
  await writeSchemas(fresh)
  const page = await buildWeb(join(fresh, 'web'))
  writeNotices(join(fresh, 'NOTICES.md'), [library, commandLine, page])
  // The mark of a complete build: `is-built.mjs` compares its age with that of the sources. It names the Node, which has
  // compiled the command line for itself.
  writeFileSync(join(fresh, 'built'), process.version)
  putInPlace()
} finally {
  rmSync(fresh, { recursive: true, force: true })
  rmSync(old, { recursive: true, force: true })
}

function putInPlace() {
  try {
    renameSync(dist, old)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  renameSync(fresh, dist)
}

function declareTypes(folder) {
  const tsc = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin', 'tsc')
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', folder]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
