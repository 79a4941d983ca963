/**
 * Part of the test against a real bash: where it evaluates what a variable holds, or may seem to. `a` holds a subscript that runs a
 * program, `c` a text that does.
 */

import { PROGRAM } from './sandbox.ts'

export const SET = `a='x[$(${PROGRAM})]'; c='$(${PROGRAM})'; `

const VALUES = String.raw`
"$<m[a]}"
"$<m[$a]}"
"$<#m[a]}"
"$<m[a]:-x}"
"$<m[@]:a}"
"$<m[@]:a:1}"
"$<v:a}"
"$<v:$a}"
"$<v:0:a}"
"$<@:a}"
"$<*:a}"
"$<m[a]@Q}"
"$<a@P}"
"$<m[a]=x}"
"$<m[a]:=x}"
$((a))
$((m[a]))
$[a]
"$<v: a}"
"$<v:(a)}"
"$<m[a]%x}"
"$<m[a]/x/y}"
"$<m[a]^}"
"$<!m[a]}"
"$<m[*]:a}"
"$<1:a}"
"$<#v:a}"
`
const PLACES = [
  (value: string) => `echo ${value}`,
  (value: string) => `v=hello; m=(1 2); set -- p q; echo ${value}`,
  (value: string) => `[[ ${value} = y ]]`,
  (value: string) => `b=${value}; ls`,
  (value: string) => `cat <<< ${value}`,
  (value: string) => `cat <<E\n${value.replaceAll('"', '')}\nE`,
  (value: string) => `case ${value} in z) ls;; esac`,
  (value: string) => `for q in ${value}; do echo; done`,
  (value: string) => `m=(${value}); ls`,
]

const COMMANDS = String.raw`
m[a]=1
m[a]+=1
m=([a]=1)
m+=([a]=1)
declare m[a]=1
declare -a m=([a]=1)
declare 'm[a]=1'
export m[a]=1
readonly m[a]=1
unset m[a]
unset 'm[a]'
m=(1); unset m[a]
m=(1); unset 'm[a]'
read m[a] <<< x
read 'm[a]' <<< x
read -r q 'm[a]' <<< 'x y'
mapfile -O a m </dev/null
mapfile -O "$a" m <<< x
mapfile -n a m <<< x
mapfile -s a m <<< x
mapfile 'm[a]' <<< x
readarray -t m[a] <<< x
printf -v m[a] x
printf -v 'm[a]' x
printf %d a
printf %d "$a"
printf '%*d' a 1
printf '%*d' "$a" 1
test -v m[a]
m=(1); test -v 'm[a]'
[ -v m[a] ]
[ -v 'm[a]' ]
[[ -v m[a] ]]
m=(1); [[ -v 'm[a]' ]]
[[ a -eq 0 ]]
[[ $a -eq 0 ]]
[[ 0 -eq a ]]
[[ 0 -lt $a ]]
[ "$a" -eq 0 ]
[ a -eq 0 ]
test "$a" -gt 1
(( a ))
((a))
((b=a))
((b+=a))
let a
let "b=a"
let b=a
for ((i=a;i<1;i++)); do :; done
for ((i=0;i<a;i++)); do :; done
for ((i=0;i<1;i+=a+1)); do :; done
declare -i b=a
declare -i b; b=a
typeset -i b=$a
local -i b=a
f() { local -i b=a; }; f
f() { local b=a; }; f
exit a
f() { return a; }; f
shift a
shift "$a"
break a
for q in 1; do break a; done
exec {m[a]}>/dev/null
: {m[a]}>/dev/null
ls {m[a]}</dev/null
ls {a}</dev/null
getopts x m[a]
getopts x 'm[a]' -x
getopts x q "$a"
read -a m[a] <<< x
read -t a q <<< x
read -t "$a" q <<< x
read -n a q <<< x
read -N "$a" q <<< x
read -u a q
ulimit -n a
wait -p m[a]
wait -n -p 'm[a]'
declare -n r='m[a]'; echo $r
declare -n r='m[a]'; echo "$<r}"
r='m[a]'; echo "$<!r}"
RANDOM=a
RANDOM=$a
SECONDS=a
SECONDS="$a"
LINENO=a
LINENO=$a
OPTIND=a
OPTIND=$a
HISTCMD=a
BASHPID=a
EPOCHSECONDS=a
EPOCHREALTIME=$a
SRANDOM=a
BASH_SUBSHELL=a
COLUMNS=a
HISTSIZE=$a
IGNOREEOF=a
BASH_ARGV0=$a
PPID=a
UID=a
FUNCNEST=a; f() { :; }; f
RANDOM=a ls
SECONDS=$a ls
read RANDOM <<< "$a"; ls
read SECONDS <<< a
for RANDOM in a; do :; done
for SECONDS in "$a"; do ls; done
printf -v RANDOM %s a
printf -v SECONDS %s "$a"
mapfile RANDOM <<< a
declare RANDOM=a
export SECONDS=a
local LINENO=a
: "$<SECONDS:=a}"
unset SECONDS; : "$<SECONDS:=a}"
select RANDOM in a; do break; done <<< 1
getopts a RANDOM -a
RANDOM+=a
SECONDS+=a
RANDOM=1 SECONDS=a; ls
b=$RANDOM$a; ls
hash a
type "$a"
command -v "$a"
kill -0 "$a"
kill -l a
kill -l "$a"
umask a
ulimit -c "$a"
dirs +a
dirs "+$a"
pushd +a
jobs "$a"
disown "$a"
times
trap "$a" EXIT
trap -- "$a" DEBUG; ls
alias q="$a"; q
complete -W "$a" q
compgen -W "$a"
compgen -W '$a'
compgen -C "$c"
compgen -F f
enable "$a"
caller "$a"
set -o "$a"
shopt "$a"
printf "$c"
printf '%b' "$c"
echo -e "$c"
printf '%q' "$c"
printf '%(%c)T' a
printf '%(%c)T' "$a"
time ls "$a"
eval : "$a"
[[ $c ]]
[[ $c =~ $c ]]
[[ x == $c ]]
case x in $c) ls;; esac
echo $c
echo "$<c@P}"
echo "$<c@E}"
echo "$<c@A}"
echo "$<c@K}"
x=("$<c[@]@P}"); ls
PS4="$c"; set -x; ls
echo "$<PS1@P}"
IFS=a; ls
CDPATH=x; cd y; ls
PATH=.; ls
HOME=x; cd; ls
TIMEFORMAT="$c"; time ls
GLOBIGNORE="$c"; echo *
FIGNORE="$c"; ls
EXECIGNORE="$c"; ls
BASH_COMPAT="$a"; ls
BASH_XTRACEFD="$a"; ls
CHILD_MAX="$a"; ls
POSIXLY_CORRECT=1; ls
OPTARG="$a"; ls
OPTERR="$a"; ls
DIRSTACK[a]=x; ls
DIRSTACK[0]=x; ls
BASH_REMATCH[a]=x; ls
PIPESTATUS[a]=x; ls
GROUPS[a]=x; ls
FUNCNAME[a]=x; ls
BASH_CMDS[ls]=/bin/true; ls
COMP_WORDS[a]=x; ls
MAPFILE[a]=1; ls
COPROC[a]=1; ls
READLINE_POINT=a; ls
BASH_LINENO[a]=1
compgen -W '$(ZAP)'
PS4='$(ZAP)'; set -x; ls
BASH_ALIASES[ls]=ZAP; ls
printf "%($(ZAP))T" 1
echo "$<PS1@P}"
`

/** Between backquotes a brace behind a dollar would be filled in: it is written as `$<`. */
const linesOf = (text: string) => text.trim().replaceAll('$<', '${').replaceAll('ZAP', PROGRAM).split('\n')

export const EVALUATING: readonly string[] = [
  ...new Set([...PLACES.flatMap((place) => linesOf(VALUES).map(place)), ...linesOf(COMMANDS)]),
]
