/** Part of what the command line prints: `1 rule`, `2 rules`. */

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
