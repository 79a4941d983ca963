/**
 * Part of reading shell lines: what is shown of the files that a search has found. `find ~ -name credentials | xargs cat`
 * may show a key, as `find ~ -name credentials -exec cat {} +` may.
 */

import type { Effect, Word } from '../../../engine/effect.ts'
import { FileUse, fileEffect } from '../../file.ts'
import type { Surroundings } from '../../context.ts'
import { onlyFolder, type Setting } from '../setting.ts'

const SEARCHERS: ReadonlySet<Word> = new Set(['find', 'gfind', 'bfs', 'fd', 'fdfind'])
/**
 * Names that only their folder makes those of a secret (`~/.aws/credentials`, `/etc/shadow`). Any other name that is
 * searched for is examined as it stands.
 */
const SECRET_SOMEWHERE: ReadonlySet<Word> = new Set(
  `access-token accessTokens.json auth.json config config.json credentials credentials.db credentials.json credentials.toml
   environ gshadow hosts.yml shadow token`.split(/\s+/),
)
/** From here on, the words of find are no folders. */
const TEST = /^[-(!]/

/** The folders that the searches around a command began in, if keys and credentials may lie below. */
export function searchedHomes(of: number, setting: Setting, around: Surroundings): readonly Effect[] {
  const { company, span } = setting
  if (company === undefined) return []
  const { substitutes = [], kept = [], upstream = [], pipeFrom } = company
  const commands = [...substitutes, ...kept, ...upstream, ...(pipeFrom === undefined ? [] : [pipeFrom])]
  const isSearch = ([program = null, ...words]: readonly Word[]) =>
    SEARCHERS.has(program) && words.some((word) => SECRET_SOMEWHERE.has(word))
  const searches = commands.filter(isSearch)
  return searches.flatMap(startsOf).flatMap((folder) => {
    const use = new FileUse('read', folder, of, onlyFolder(setting), span)
    use.certain = false
    use.reach = 'tree'
    const effect = fileEffect(use, around)
    return effect.finding === undefined ? [] : [effect]
  })
}

/** find takes its folders first; fd takes them behind the pattern. */
function startsOf([program = null, ...words]: readonly Word[]): readonly string[] {
  const test = words.findIndex((word) => word !== null && TEST.test(word))
  const starts = program === 'fd' || program === 'fdfind' ? words : words.slice(0, test < 0 ? undefined : test)
  return starts.filter((word) => word !== null && !word.startsWith('-')) as string[]
}
