/**
 * How much is published, installed and sent to the browser. `node bench/size.mjs` prints it; build first.
 *
 * Installed: the package as it is packed, and every package it needs to run, as found in `node_modules` here.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(sizes())

/** The sizes as Markdown. */
export function sizes() {
  const [packed] = JSON.parse(npm('pack', '--dry-run', '--json', '--ignore-scripts'))
  const needed = neededFolders()
  const deps = needed.reduce((sum, folder) => sum + sizeOf(folder), 0)
  const page = filesIn(join(ROOT, 'dist/web'))
  const sum = (compress) => page.reduce((all, file) => all + compress(readFileSync(file)).length, 0)
  const rows = [
    ['package, as downloaded', packed.size],
    ['package, unpacked', packed.unpackedSize],
    [`the ${needed.length} packages it needs`, deps],
    ['installed, all in all', packed.unpackedSize + deps],
    ['page, as built', sum((bytes) => bytes)],
    ['page, gzip', sum((bytes) => gzipSync(bytes))],
    ['page, brotli', sum((bytes) => brotliCompressSync(bytes))],
    ['of it scripts, brotli', scripts(page)],
  ]
  const lines = rows.map(([what, bytes]) => `| ${what} | ${Math.round(bytes / 1000).toLocaleString('en')} |`)
  return ['| | kB |', '| --- | ---: |', ...lines].join('\n')
}

function scripts(page) {
  const own = page.filter((file) => extname(file) === '.js')
  return own.reduce((all, file) => all + brotliCompressSync(readFileSync(file)).length, 0)
}

/** The needed packages by the lock file; those for other systems are not installed. */
function neededFolders() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path]) => join(ROOT, path))
    .filter((folder) => existsSync(folder))
}

function npm(...args) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** The size of a package without the packages inside it, which are counted separately. */
function sizeOf(folder) {
  return filesIn(folder).reduce((sum, file) => sum + lstatSync(file).size, 0)
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return entry.name === 'node_modules' ? [] : filesIn(path)
  })
}
