/** What the layers of a policy are called on the page. */

export const LAYER_NAMES: Readonly<Record<string, string>> = {
  managed: 'managed',
  user: 'mine, everywhere',
  project: 'project',
  local: 'mine, this project',
  session: 'session',
}
