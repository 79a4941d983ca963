/** For tests: the command line as it is built from the sources of this run, in a folder and a home of its own. */

import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject, vi } from 'vitest'
import { bundleCli, ROOT } from '../../scripts/bundle-cli.mjs'
import { isBuilt } from '../../scripts/is-built.mjs'

const DIST = join(ROOT, 'dist')

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly input?: string | Buffer
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Another file to start with. */
  readonly entry?: string
}

export class BuiltCli {
  readonly home: string
  /** Where calls run unless a test says otherwise; without any policy. */
  readonly folder: string
  readonly entry: string
  readonly #top: string

  private constructor(top: string) {
    this.#top = top
    this.home = join(top, 'home')
    this.folder = join(top, 'home', 'project')
    this.entry = join(top, 'app', 'bin', 'countersign.js')
  }

  static async build(): Promise<BuiltCli> {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-cli-')))
    const cli = new BuiltCli(top)
    mkdirSync(cli.folder, { recursive: true })
    cpSync(join(ROOT, 'bin'), dirname(cli.entry), { recursive: true })
    cpSync(await builtOnce(), join(top, 'app', 'dist', 'cli'), { recursive: true })
    return cli
  }

  write(name: string, text: string): string {
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }

  spawn(args: readonly string[], { cwd, env, entry = this.entry }: RunOptions = {}) {
    return spawn(process.execPath, [entry, ...args], {
      cwd: cwd ?? this.folder,
      env: { PATH: process.env['PATH'], HOME: this.home, ...env },
    })
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const child = this.spawn(args, options)
    const [stdout, stderr]: Buffer[][] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => stdout?.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr?.push(chunk))
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, stdout: textOf(stdout), stderr: textOf(stderr) }))
    })
  }

  async batch(lines: readonly unknown[]): Promise<Record<string, unknown>[]> {
    const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    const { code, stdout, stderr } = await this.run(['check', '--batch'], { input })
    if (code !== 0) throw new Error(`the batch ended with ${code}: ${stderr}`)
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  remove(): void {
    rmSync(this.#top, { recursive: true, force: true })
  }
}

/** See `testing-shared.ts`. The others wait for the first. */
async function builtOnce(): Promise<string> {
  const shared = inject('builtCli')
  const built = join(shared, 'built')
  const failed = join(shared, 'failed')
  if (!begins(join(shared, 'begun'))) {
    await vi.waitUntil(() => existsSync(built) || existsSync(failed), { timeout: 110_000 })
    if (existsSync(built)) return built
    throw new Error('another file has failed to build the command line')
  }
  try {
    const making = join(shared, 'making')
    if (isThere()) cpSync(join(DIST, 'cli'), making, { recursive: true })
    else await bundleCli(making)
    renameSync(making, built)
    return built
  } catch (error) {
    writeFileSync(failed, '')
    throw error
  }
}

/** A build of these very sources, compiled for this Node: to build it once more would take as long as a long test. */
function isThere(): boolean {
  return isBuilt() && readFileSync(join(DIST, 'built'), 'utf8') === process.version
}

/** Whether this process is the first to create the mark. */
function begins(mark: string): boolean {
  try {
    mkdirSync(mark)
    return true
  } catch {
    return false
  }
}

function textOf(chunks: readonly Buffer[] | undefined): string {
  return Buffer.concat(chunks ?? []).toString('utf8')
}
