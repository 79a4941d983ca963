/** The names of the policy's layers on the page. */

export const LAYER_NAMES: Readonly<Record<string, string>> = {
  managed: 'managed',
  user: 'mine, everywhere',
  project: 'project',
  local: 'mine, this project',
  session: 'session',
}
