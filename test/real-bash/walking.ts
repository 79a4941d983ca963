/**
 * Part of the test against a real bash: lines that move about before they do something, and lines that write a script and then run it.
 * `{L}` is the script in quotes; `away` is a link in the project that leads beside it.
 */

import fc from 'fast-check'

const PLACES: readonly string[] = [
  ...'.. . other-programs nope away ../project ./other-programs/.. "$PWD/.." "${PWD%/*}" ~+/.. ~/../project'.split(' '),
  ...'"$OLDPWD" ~- $unset.. ${none:-..} $(echo..) {..,} other-p*/.. "$(pwd)" ../home away/.. ../project/away'.split(
    ' ',
  ),
].map((place) => place.replace('echo..', 'echo ..'))

const MOVES: readonly string[] = [
  'cd {X}',
  'cd {X}',
  'cd {X}',
  'cd -- {X}',
  'cd -P {X}',
  'cd -',
  'cd {X}; cd -',
  'cd {X} && cd {Y}',
  'cd {X} || cd {Y}',
  '(cd {X})',
  'cd {X} | cat',
  'cd {X} & wait',
  '{ cd {X}; }',
  'if cd {X}; then cd {Y}; fi',
  'f() { cd {X}; }; f',
  'f() { cd "$1"; }; f {X}',
  'f() ( cd {X} ); f',
  'eval cd {X}',
  'command cd {X}',
  'd={X}; cd "$d"',
  'd=$PWD; cd {X}; cd "$d"',
  'for d in {X} {Y}; do cd "$d"; done',
  'for d in {X} {Y}; do (cd "$d"); done',
  'while cd {X}; do break; done',
  'false && cd {X}',
  'true || cd {X}',
  '[ -d away ] && cd {X}',
  'pushd {X} >/dev/null',
  'pushd {X} >/dev/null; popd >/dev/null',
  'pushd {X} >/dev/null; cd {Y}; popd >/dev/null',
  'export CDPATH=..; cd project >/dev/null',
  'export HOME=$PWD; cd {X}; cd',
  'set -P; cd away; cd ..',
  'cd away; cd ..',
  ': $(cd {X})',
  'd=$(cd {X} && pwd); cd "$d"',
]
const MOST_MOVES = 4

/** What moves the shell, or seems to, and ends where another command may begin. It makes nothing, since it may lead anywhere. */
export function walking(): fc.Arbitrary<string> {
  const move = fc
    .tuple(fc.constantFrom(...MOVES), fc.constantFrom(...PLACES), fc.constantFrom(...PLACES))
    .map(([text, first, second]) => text.replaceAll('{X}', () => first).replaceAll('{Y}', () => second))
  const step = fc.tuple(move, fc.constantFrom('; ', '\n', ' && ', ' || '))
  return fc.array(step, { minLength: 1, maxLength: MOST_MOVES }).map((steps) => steps.flat().join(''))
}

/** Before it, the line may move to a folder that nobody knows. */
const BEFORE: readonly string[] = [
  '',
  'cd "${D:-.}"; ',
  'cd "$(echo .)" && ',
  'cd other-programs; cd ..; ',
  'pushd . && ',
]

/** `s` is the script. */
const WRITTEN: readonly string[] = [
  'echo {L} > s',
  'printf "%s\\n" {L} > ./s',
  'echo {L} | tee s',
  "cat > s <<'E'\n{W}\nE\n:",
  '{ echo {L}; } > s',
  'echo {L} > r; cp r s',
  'echo {L} > r; mv r s',
  'echo {L} > r; ln -s r s',
  'echo {L} > r; cat r > s',
  'dd of=s <<< {L}',
  'exec 9> s; echo {L} >&9; exec 9>&-',
  'echo : > s; echo {L} >> s',
]
const RUN: readonly string[] = [
  'bash s',
  'bash ./s',
  'sh s',
  '. ./s',
  'source s',
  'bash < s',
  'cat s | bash',
  'eval "$(cat s)"',
  'bash [s]',
  'bash ./s*',
  '. ./?',
  'for i in s*; do bash "$i"; done',
  'find . -name s -exec bash {} \\;',
  'chmod +x s; ./s',
  'chmod +x s; export PATH=.:$PATH; s',
  'declare -x PATH=.:$PATH; . s',
  'export BASH_ENV=./s; bash -c :',
  'declare -x BASH_ENV=s; bash -c :',
  "trap '. ./s' EXIT",
]

/** Each way to write a script that is the statement, with each way to run it. */
export function scripted(statement: string): readonly string[] {
  const fill = (text: string) => text.replaceAll('{L}', () => `'${statement}'`).replaceAll('{W}', () => statement)
  return WRITTEN.flatMap((write, at) =>
    RUN.map((run, by) => `${BEFORE[(at + by) % BEFORE.length]}${fill(write)}\n${run}`),
  )
}
