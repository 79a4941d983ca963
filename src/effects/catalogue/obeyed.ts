/** Part of the catalogue: programs that run what a file in their folder tells them to, even when they only read. */

const OBEYED = new Map<string, readonly string[]>()
for (const [programs, names] of [
  // A folder with a file HEAD may itself be a repository, without any .git.
  ['git', '.git HEAD'],
  ['hg', '.hg'],
  ['npm', '.npmrc'],
  ['go', 'go.mod go.work'],
  ['cargo rustc rustup', 'rust-toolchain rust-toolchain.toml .cargo'],
  ['svn jj mvn gradle poetry pipenv uv turbo nx pnpm yarn bun terraform dotnet bundle composer mix deno', ''],
] as const)
  for (const program of programs.split(' ')) OBEYED.set(program, names === '' ? [] : names.split(' '))

/** Files of a project that name a folder of programs, one of which then runs in place of the one that was called. */
const NAMED_TOOLS: Readonly<Record<string, readonly string[]>> = {
  cargo: ['rust-toolchain', 'rust-toolchain.toml'],
  rustc: ['rust-toolchain', 'rust-toolchain.toml'],
  rustup: ['rust-toolchain', 'rust-toolchain.toml'],
  dotnet: ['global.json'],
}

export function toolsNamedFor(program: string): readonly string[] | undefined {
  return Object.hasOwn(NAMED_TOOLS, program) ? NAMED_TOOLS[program] : undefined
}

/**
 * Names of the files that the program looks for in its folder and those above; empty if no file name gives it away,
 * undefined for a program that obeys nothing there.
 */
export function obeyedBy(program: string): readonly string[] | undefined {
  return OBEYED.get(program)
}
