/**
 * Part of reading systems that ask about files outside the project whatever permits a command: the exceptions that our
 * permission then needs.
 */

const STARTS = ['/', '~', '..'] as const

/**
 * The command lines of a program that name such a file: by itself, as a flag's value, or through parent steps on the
 * way.
 */
export function outside(program: string): readonly string[] {
  const words = [...STARTS.map((start) => `${start}*`), '*/../*', ...(FLAGS[program] ?? [])]
  const last = [`${program} */..`, `${program} * */..`, `${program} */.. *`, `${program} * */.. *`]
  return [...words.flatMap((word) => [`${program} ${word}`, `${program} * ${word}`]), ...last]
}

const TARGET = STARTS.flatMap((start) => [`-*=${start}*`, `-t${start}*`])
/** A sed script can write anywhere, and a script file can hold anything. */
const FLAGS: Readonly<Record<string, readonly string[]>> = { cp: TARGET, mv: TARGET, sed: ['*w*', '*W*', '-*f*'] }
