/** Part of the command line: the end of a program that it started, with all that this one started in turn. */

/** Launchers start others, which would be left behind. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is over already.
  }
}
