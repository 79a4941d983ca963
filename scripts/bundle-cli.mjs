/** Part of the build: the command line as a few files, one chunk for each thing that is loaded on its own. */

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Reading many small files costs more than reading one: dependencies are bundled, too. */
export async function bundleCli(directory) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const bundle = await rolldown({
    cwd: ROOT,
    input: { main: 'src/cli/main.ts' },
    platform: 'node',
    transform: { target: 'node20', define: { COUNTERSIGN_VERSION: JSON.stringify(version) } },
  })
  await bundle.write({ dir: directory, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' })
  await bundle.close()
}
