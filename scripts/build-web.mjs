/**
 * Part of the build: the page that the server serves, as files that need nothing from elsewhere: no inline script or
 * style, no fonts, no network. Run directly, it builds into `dist/web` and prints the size.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** The largest total size of the page, compressed, in bytes. */
export const MOST_BYTES = 60_000

export async function buildWeb(folder) {
  const { output } = await build({
    configFile: false,
    root: join(ROOT, 'web'),
    base: './',
    logLevel: 'warn',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  })
  const { gzip } = weigh(folder)
  if (gzip > MOST_BYTES) throw new Error(`the page weighs ${gzip} bytes compressed, more than ${MOST_BYTES}`)
  return output
}

/** The size of all files of the page, each compressed as a server sends it. */
export function weigh(folder) {
  let gzip = 0
  let brotli = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = readFileSync(join(entry.parentPath, entry.name))
    gzip += gzipSync(bytes, { level: 9 }).length
    brotli += brotliCompressSync(bytes).length
  }
  return { gzip, brotli }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(ROOT, 'dist', 'web')
  await buildWeb(folder)
  const { gzip, brotli } = weigh(folder)
  process.stdout.write(`page: ${gzip} bytes by gzip, ${brotli} by brotli (most: ${MOST_BYTES})\n`)
}
