/** Part of the danger catalogue: which parts of this machine a container is given. */

import { includes, startsWith } from '../../code-at.ts'
import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'
import { absolute, placeOf } from './places.ts'

const OPTIONS = ['-v', '--volume', '--mount']
const MACHINE_FOLDER = /^\/(?:etc|root|home|var|usr|boot|proc|sys|dev)(?:\/|:)|^\/:|docker\.sock/u

/** A file of the machine that the container may only read. */
const SHOWN_FILE = /^\/etc\/(?:localtime|timezone|hosts|resolv\.conf|os-release|ssl\/certs(?:\/[^:]*)?):[^:]+:ro$/u

/** A folder of a home that holds no settings, or one of the caches of builds. */
const PART_OF_HOME =
  /^\/home\/[^/:]+\/(?:[^./:]|\.(?:m2|gradle|npm|cache|ivy2|sbt|nuget)[/:]|\.cargo\/(?:registry|git)[/:])/u

/** Mounting the machine's root or its container socket gives the container control of the machine. */
export function mounted(input: DangerInput): readonly Found[] {
  const { argv } = input
  if (!argv.includes('run') && !argv.includes('create')) return []
  const mounts = argv.some((word, index) => {
    if (typeof word !== 'string') return false
    const before = argv[index - 1]
    if (typeof before === 'string' && OPTIONS.includes(before)) return isOfMachine(word, input)
    const option = OPTIONS.find((name) => startsWith(word, name) && word !== name)
    return option !== undefined && isOfMachine(word.slice(option.length).replace(/^=/u, ''), input)
  })
  return mounts ? [found('container', 'high', 'Gives the container a folder of this machine')] : []
}

/** `source:target:options`, or `--mount type=bind,source=/,target=/x`. */
function isOfMachine(given: string, input: DangerInput): boolean {
  const named = /(?:^|,)(?:source|src)=([^,]*)/u.exec(given)?.[1]
  const mount = named === undefined ? given : `${named}:`
  if (!MACHINE_FOLDER.test(mount)) return false
  if (includes(mount, '..') || includes(mount, 'docker.sock')) return true
  const [source = ''] = mount.split(':', 1)
  const place = placeOf(source, input)
  const isProject =
    place === 'inside' || (place === 'project' && absolute(source, input) === absolute(input.root ?? input.cwd, input))
  return !isProject && !SHOWN_FILE.test(mount) && !PART_OF_HOME.test(mount)
}
