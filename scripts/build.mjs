/** Builds what is published: the library (`dist/lib`), the command line (`dist/cli`), the schema (`dist/schema`). */

import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleCli, ROOT } from './bundle-cli.mjs'

const dist = join(ROOT, 'dist')

rmSync(dist, { recursive: true, force: true })
compileLibrary()
await bundleCli(join(dist, 'cli'))
await import('./write-schema.mjs')
// The mark of a whole build: `setup.mjs` compares its age with the sources'.
writeFileSync(join(dist, 'built'), '')

function compileLibrary() {
  const tsc = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin', 'tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
