/** Part of the command line: ends a program that it started, together with all processes of that program. */

/** Launchers start other processes, which would otherwise be left behind. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
