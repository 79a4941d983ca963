/**
 * Part of the command catalogue: the commands that bash runs itself.
 *
 * Several builtins evaluate quoted text (`test -v`, `printf -v`, `unset`, `let`, `declare` …) or change the state in
 * which all later commands run. None of those is read-only, except `read` into a variable of the line itself, `set -e`
 * and similar options, and `export` of a harmless variable. `cd` changes only the directory; the caller keeps track of
 * that.
 */

import { noAssignments } from '../grammars/machine.ts'
import {
  harmlessSettings,
  onlyAsksForProcesses,
  onlyLooksUp,
  onlyTellsTraps,
  ownNames,
  ownSettings,
  stoppingOptions,
  tameOptions,
} from '../grammars/shell-state.ts'
import { onlyNumbers } from '../grammars/numbers.ts'
import { printfWords } from '../grammars/printf.ts'
import { testWords } from '../grammars/test.ts'
import { acts, reads, type Family, type Spec } from '../spec.ts'

export function builtins(): Family {
  const TEXT: Spec = { style: 'words', inert: true }

  return {
    'echo : pwd': TEXT,
    printf: { grammar: printfWords },
    'test [': { grammar: testWords },
    cd: reads('t', '-L -P -e -@'),
    'pushd popd': acts('changes the directory', 't', '-n -#'),
    dirs: reads('', '-l -p -v -#'),
    type: reads('t*', '-a -f -p -P -t'),
    command: { grammar: onlyLooksUp },
    hash: reads('t*', '-l -t !-r !-d !-p=', { guard: noAssignments }),
    help: reads('t*', '-d -m -s'),
    jobs: reads('t*', '-l -n -p -r -s !-x=x'),
    times: reads('', ''),
    wait: reads('t*', '-n -f !-p='),
    ulimit: reads('', '-a -H -S -c -d -e -f -i -l -m -n -q -r -s -t -u -v -x -p -b -k -P -R -T'),
    umask: reads('', '-p -S'),
    history: reads('t', '!-c !-d= !-a?w !-n !-r?r !-w?w !-p !-s'),
    alias: reads('t*', '-p', { guard: noAssignments }),
    caller: reads('t', ''),
    compgen: reads('t', '-a -b -c -d -e -f -g -j -k -s -u -v -A= !-C=x !-F=x !-W=x !-G= !-P= !-S= !-X= !-o='),
    complete: reads('t*', '-p', { needs: '-p' }),
    shopt: reads('t*', '-p -q -o -s -u', { guard: tameOptions }),
    'exit return break continue shift': { ...TEXT, guard: onlyNumbers },
    export: reads('t*', '!-p !-n !-f', { guard: harmlessSettings }),
    'declare typeset local': reads('t*', '-p -a -A -F !-g !-r !-u !-l !-x !-n !-f !-i !-I', { guard: ownSettings }),
    readonly: acts('changes shell variables', 't*', '-p -f -a -A'),
    read: reads('t*', '-r -s -e -p= -t= -n= -N= -d= -u= -i= -a=', { guard: ownNames }),
    'mapfile readarray': reads('t', '-t -d= -n= -s= -u= !-O= !-c= !-C=x', { guard: ownNames }),
    'unset let getopts': acts('changes shell variables', 't*', ''),
    set: { grammar: stoppingOptions },
    enable: reads('', '-a -n -p -s !-f=x !-d'),
    trap: reads('t*', '-p -l', { needs: '-p -l', guard: onlyTellsTraps }),
    'unalias bind suspend disown fg bg logout': acts('changes the state of the shell', 't*', ''),
    'eval exec builtin coproc': acts('runs its words as a command', 't*', ''),
    'source .': acts('runs a script', 'r t*', ''),
    fc: acts('may edit and run past commands', 't*', ''),
    kill: reads('t*', '-l? -L !-s= !-n= -#', { guard: onlyAsksForProcesses }),
  }
}
