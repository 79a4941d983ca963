/** Part of the tests: finds a Chromium. */

import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Undefined if there is none. `COUNTERSIGN_CHROMIUM` names another place. */
export function findChromium() {
  const named = process.env.COUNTERSIGN_CHROMIUM
  return [...(named === undefined ? [] : [named]), ...PLACES].find((place) => existsSync(place))
}
