/** Part of the danger catalogue: where packages come from when nobody says anything else. To name it is no change. */

import type { Word } from '../../../engine/effect.ts'

const PROGRAMS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun', 'pip', 'pip3', 'uv', 'gem'])

const USUAL =
  /^https:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org\/simple|download\.pytorch\.org\/whl|rubygems\.org)(?:\/\S*)?$/u

const ADDRESS = /(?:^|=)([a-z+]{2,9}:.*)$/iu
/** `@scope:registry=evil.example` is no address, and yet says where. */
const SAYS_WHERE = /(?:registry|index-url|RegistryServer)=(?!https:)/u
const NAMES_ONE = /^(?:-i|-s|--(?:extra-)?index-url|--registry|--source)$/u

/** Other settings that say where packages come from, or what runs with them. */
const OTHER_SETTING =
  /^(?:--)?(?:global\.|install\.)?(?:script-shell|init-module|node-options|globalconfig|shell|git|prefix|cafile|ignore-scripts|strict-ssl|yarnPath|(?:https-)?proxy|trusted-host|find-links|constraint|requirement)\b|^-[fcr]$/u

/** Every address among the words is one of these, and there is one: `npm config set registry https://registry.npmjs.org/`. */
export function namesUsualRegistry(program: string, argv: readonly Word[]): boolean {
  if (!PROGRAMS.has(program)) return false
  let found = false
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word === null || OTHER_SETTING.test(word) || SAYS_WHERE.test(word)) return false
    const address = ADDRESS.exec(word)?.[1]
    if (address === undefined ? NAMES_ONE.test(argv[at - 1] ?? '') : !USUAL.test(address)) return false
    found ||= address !== undefined
  }
  return found
}
