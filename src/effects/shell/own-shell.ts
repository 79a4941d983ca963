/** Part of reading shell lines: the shell that an agent itself puts around every line (`bash -lc '…'`). */

import type { Form, GivenFlag } from '../../engine/effect.ts'
import { changed } from '../make.ts'
import type { CommandReader } from './command.ts'
import type { Setting } from './setting.ts'

const OWN_SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba)?sh$/u

export function isShellAround([shell = '', flags = '', ...rest]: readonly string[]): boolean {
  return OWN_SHELL.test(shell) && (flags === '-lc' || flags === '-c') && rest.length === 1
}

/**
 * The line inside is judged as if it were given alone; rules on the shell still see that it is run, including the
 * profile.
 */
export function readOwnShell(argv: readonly string[], setting: Setting, reader: CommandReader): void {
  const [shell = '', flags, script = ''] = argv
  reader.readArgv([shell, '-c', script], setting)
  const [run] = reader.effects
  if (run?.type !== 'run' || !run.trusted || run.finding !== undefined) return
  const forms = () => (run.forms?.() ?? []).map((form) => withFlag(form, flags === '-lc' ? LOGIN : undefined))
  reader.effects[0] = changed(run, { argv, forms, harmless: true, why: undefined })
}

const LOGIN: GivenFlag = { names: ['-l', '--login'], value: undefined, known: true, place: undefined }

function withFlag(form: Form, flag: GivenFlag | undefined): Form {
  return flag === undefined || form.flags === undefined ? form : { ...form, flags: [...form.flags, flag] }
}
