/**
 * Part of the tests against real shells: lines that bash takes for less than zsh, dash or busybox do, as data. `ZAP` is the program, `SEC`
 * the secret, `KEPT` the file that none may change, `$<` a brace behind a dollar.
 */

import { HIDDEN, KEPT, PROGRAM, SECRET } from './sandbox.ts'

const TEXT = String.raw`
echo *(e:ZAP:)
echo *(e:'ZAP':)
echo *(+ZAP)
ls *(e:'ZAP':)
=ZAP
cat =(ZAP)
x='$(ZAP)'; echo $<(e)x}
x='*(e:ZAP:)'; echo $<~x}
x='*(e:ZAP:)'; echo $~x
a='x[$(ZAP)]'; x=hello; echo "$x[a]"
a='x[$(ZAP)]'; x=hello; echo "$x[$a]"
a='x[$(ZAP)]'; x=hello; echo $x[a,2]
read -t 'a[$(ZAP)]' x </dev/null
export 'a[$(ZAP)]=1'
export 'a[$(ZAP)]'
local 'a[$(ZAP)]=1'
set -A 'x[$(ZAP)]' b
x=azecret; cat $x[2,-1]
x=azecret; cat "$x[2,-1]"
x=(a SEC); cat $x[2]
x=(a SEC); cat "$x[2]"
x=(SEC other); cat $<x[1]}
x=(other SEC); cat "$<x[2]}"
x=(other SEC); cat $x
x=(other SEC); cat $<x}
x=(other SEC); for f in $x; do cat $f; done
x=(SEC other); cat "$<x[1]}"
x=SEC.txt; cat $x:r
x=SEC.txt; cat $<x:r}
x=a/SEC; cat $x:t
x=SEC/b; cat $x:h
x=SEC/b; cat "$x:h"
x=a/SEC; cat "$x:t"
x=ZECRET; cat $x:l
x=xecret; cat $x:s/x/z/
x=xecret; cat $x:s/x/z
x=xecret; cat "$x:gs/x/z/"
cat <SEC <other
repeat 2 cat SEC
repeat 2 ZAP
repeat 1 { ZAP }
foreach f (SEC); cat $f; end
for f (a b) ZAP
for f (SEC) cat $f
for f (SEC) { cat $f }
for f in SEC; { cat $f }
for f in a; ZAP
if [[ -f other ]] ZAP
while [[ 1 ]] { ZAP; break }
{ ls } always { ZAP }
{ ls; } always { ZAP; }
function a b { ZAP }; a
noglob ZAP
nocorrect ZAP
noglob cat SEC
ls | - ZAP
echo a && - ZAP
ls &| ZAP
case a in a) ls;| *) ZAP;; esac
case a { a) ZAP;; }
cat =(cat SEC)
cat (z|y)ecret
cat z(e)cret
cat *(.)
cat *(D)
cat .*(N)
cat z*(N)
cat *(e:'reply=(SEC)':)
echo x >! KEPT
echo x >>! KEPT
echo x >&! KEPT
echo x &>! KEPT
echo x &>| KEPT
echo x >&| KEPT
echo x >>| KEPT
echo x >>&| KEPT
echo x >>& KEPT
echo 'a\nZAP' | sh
echo 'ls\nZAP' | bash
echo 'other\nSEC' | xargs cat
echo 'other\nSEC' | while read f; do cat "$f"; done
echo 'x\nSEC' | tail -1 | xargs cat
echo '\x7aecret' | xargs cat
echo '\0172ecret' | xargs cat
echo "\\0172ecret" | xargs cat
cat "$(echo '\0172ecret')"
cat $(echo '\056env')
cat $(echo '\0056env')
cat $(echo 'other\nSEC')
cat "$(echo 'SEC\c.txt')"
cat $(echo "SEC\c .txt")
$(echo '\0172ap')
x=$(echo '\0172ecret'); cat $x
x=$(echo '\0172ecret'); cat "$x"
echo -n 'z\0145cret' | xargs cat
printf '%s\c' zecret | xargs cat
printf 'zecret\cx' | xargs cat
printf '%1$s' zecret | xargs cat
printf '%2$s' a zecret | xargs cat
cat "$(printf '%2$s' a zecret)"
print zecret | xargs cat
cat $(print zecret)
cat $(print -l other zecret)
echo zecret | read x; cat $x
echo SEC | read x; cat $x
x=other; echo SEC | read x; cat $x
x=ls; echo ZAP | read x; $x
x=other; true | x=zecret; cat $x
x=ls; echo | x=ZAP; $x
functions[ls]=ZAP; ls
functions[foo]=ZAP; foo
alias -g x=ZAPNEWLINEx
alias ls=ZAPNEWLINEls
alias ls=ZAP; eval ls
TRAPEXIT() { ZAP; }; ls
TRAPDEBUG() { ZAP; }; ls
TRAPZERR() { ZAP; }; false
TRAPERR() { ZAP; }; false
zshexit() { ZAP; }; exit
command_not_found_handler() { ZAP; }; nonexistentx
zsh_directory_name() { ZAP; }; cd ~[x]
zsh_directory_name() { ZAP; }; ls ~[x]
NULLCMD=ZAP; > other
READNULLCMD=ZAP; < other
NULLCMD=ZAP READNULLCMD=ZAP; <other
emulate sh -c ZAP
emulate ksh -c 'ZAP'
emulate -R zsh -c ZAP
zmodload zsh/files; zf_rm KEPT
zmodload -F zsh/files b:zf_rm && zf_rm KEPT
zmodload zsh/mapfile; echo $mapfile[SEC]
zmodload zsh/mapfile; echo "$mapfile[SEC]"
zmodload zsh/mapfile; mapfile[KEPT]=x
zmodload zsh/mapfile; unset 'mapfile[KEPT]'
zmodload zsh/system; sysopen -o truncate -w -u 5 KEPT
zmodload zsh/system; sysopen -u 5 SEC; sysread -i 5 x; echo $x
set -A x ZAP; $x
typeset -A m; m=(k SEC); cat $m[k]
typeset -A m; m[k]=SEC; cat $m[k]
local x=SEC; cat $x
: $<x::=SEC}; cat $x
x=other; : $<x::=SEC}; cat $x
cat $<:-SEC}
cat $<(L):-ZECRET}
cat $<$<:-zecret.x}%.x}
x=zecrets; cat $<x[1,6]}
x=aSEC; cat $<x#(a)}
x=ZECRET; cat $<x:l}
x=a/zecret; cat $<x:t}
x=zecret.a; cat $<x:r}
[[ a || ZAP ]]
[[ "$a" == b || "ZAP" ]]
[[ a > KEPT ]]
[[ $a > KEPT ]]
[[ ! a || ZAP = b ]]
[[ a =~ b|ZAP ]]
[[ a == b|ZAP ]]
function gNEWLINE{ ZAP; }
function gNEWLINE{ ZAP; }NEWLINEls
x=SEC; declare x=other; cat $x
x=ZAP; declare x=ls; $x
x=SEC; typeset x=other; cat $x
x=SEC; printf -v x other; cat $x
x=SEC; printf -v x %s other; cat "$x"
x=SEC; mapfile -t x <<< other; cat $x
x=SEC; readarray -t x <<< other; cat $x
x=SEC; read -a x <<< other; cat $x
x=SEC; read -ra x <<< other; cat $x
x=SEC; read -p q x <<< other; cat $x
x=SEC; read -N 5 x <<< other; cat $x
x=SEC; read -i q x <<< other; cat $x
x=SEC; declare -n y=x; y=other; cat $x
x=SEC; let x=5; cat $x
x=SEC; x+=.bak; cat $x
x=SEC; [[ a ]] && x=other; cat $x
x=SEC; [[ -n a ]] && x=other; cat $x
x=SEC; if [[ a ]]; then x=other; fi; cat $x
x=SEC; x[0]=other; cat $x
x=(a); cat $<x[0]}SEC
x=(a); cat "$<x[0]}SEC"
x=(ze x); cat $<x[1]}cret
x=(other SEC); x[1]=other; cat "$<x[@]}"
x=(other SEC); x[1]=other; for f in "$<x[@]}"; do cat "$f"; done
x=yecret; x[1]=z; cat $x
x=other; x+=(SEC); cat $x
typeset -L6 x=zecretabc; cat $x
typeset -R6 x=abczecret; cat $x
x=12zecret; cat $<x##<->}
x=12zecret; cat "$<x##<->}"
x=azecret; cat $<x#[[:IDENT:]]}
cat [[:IDENT:]]ecret
cat [[:IDENT:]]d_rsa
echo x > {KEPT,a}
cat < {SEC,other}
cat <{other,SEC}
cat < *
cat < z*
echo x >> z*
cat $(printf '%2$s%1$s' env .)
cat $(printf '%2$s%1$s' ecret z)
cat "$(printf '%2$s%1$s' ecret z)"
$(printf '%2$s%1$s' ap z)
argv=(a SEC); cat $2
argv=(a SEC); cat "$2"
set -- other; argv=(SEC); cat $1
set -- other; argv[1]=SEC; cat "$1"
set -- other b; argv=SEC; cat $1
set -- ls; argv=(ZAP); $1
set -- ls; argv=(ZAP); "$@"
set -- other; argv=(SEC); cat "$@"
f() { argv=(SEC); cat "$1"; }; f other
set -- other; for argv in SEC; do cat "$1"; done
set -- other; read argv <<< SEC; cat "$1"
read -n 'x[$(ZAP)]' y < other
read -t 'x[$(ZAP)]' < other
read -rt 'x[$(ZAP)]' y < other
a='x[$(ZAP)]'; read -t "$a" y < other
while read -t 'x[$(ZAP)]' l; do echo $l; done < other
x='*(e:ZAP:)'; echo $=~x
x='*(e:ZAP:)'; echo $^~x
x='*(e:ZAP:)'; echo $~=x
x='*(e:ZAP:)'; echo $^=~x
set -- '*(e:ZAP:)'; echo $~1
set -- '*(e:ZAP:)'; echo $~@
set -- '*(e:ZAP:)'; echo $~*
set -- '*(e:ZAP:)'; echo $=~1
f() { echo $~1; }; f '*(e:ZAP:)'
f() { ls $~@; }; f '*(e:ZAP:)'
x='other zecret'; cat $=x
x='other zecret'; cat $^=x
set -- 'other zecret'; cat $=1
set -- 'zecre*'; cat $~1
set -- other SEC; cat $@[2]
set -- other SEC; cat $*[2]
set -- x/SEC; cat $1:t
set -- x/SEC; cat $@:t
set -- SEC.x; cat "$1:r"
f() { cat $1:t; }; f x/SEC
a='x[$(ZAP)]'; x=abc; echo $#x[a]
a='x[$(ZAP)]'; x=abc; echo $+x[a]
a='x[$(ZAP)]'; x=abc; echo "$+x[a]"
x=SEC; cat $x:a
f() { cat "$10"; }; f a b c d e f g h i SEC
set -- a b c d e f g h i ZAP; $10
set -o nocaseglob; cat Z*
x=SEC; cat $x:q
x=SEC; cat $x:A
x=SEC; cat $x:P
x=SEC; cat "$x:Q"
x=ze; cat $x:lcret
x=a/ze; cat $x:tcret
x=cecret; cat $x:s,c,z,
x=cecret; cat $x:s/c/z
x=zecretecret; cat $x:fs/ecretecret/ecret/
x=a/b/zecret; cat $x:wt
x=zap.x; $x:r
x=q/zap; $x:t
x=zap; $x:q
x=zap; "$x:l"
x=a/zap; env $x:t
x=a/zap; echo x | xargs $x:t
x=a/zkept; echo hi > $x:t
x=a/zkept; echo hi > "$x:t"
x=azkept; echo hi > "$x[2,-1]"
x=zkept; echo hi > $x:q
x=azap; $x[2,-1]
x=(ls zap); $x[2]
x=(ls zap); "$x[2]"
x=zecret; cat $<x[1,-1]}
x=zecret; cat $<x[1]}$<x[2]}cret
cat $(echo '.\0145nv')
echo '\0056env' | xargs cat
echo 'ls\nZAP' | sh
echo 'ls\nZAP' | while read c; do $c; done
eval "$(echo 'ls\nZAP')"
$(echo 'z\0141p')
echo 'x\n\0172ap' | sh
echo a\\nzap | sh
echo 'true\nrm zkept' | sh
echo 'zkept\nx' | xargs rm
echo 'other\nzecret' | xargs cat
SEC() { cat "$0"; }; SEC
SEC() { cat $0; }; SEC other
SEC() { f $0; }; f() { cat "$1"; }; SEC
f() { cat $argv; }; f SEC
f() { cat $argv[1]; }; f SEC
f() { cat "$argv[2]"; }; f other SEC
f() { cat "$@[2]"; }; f other SEC
f() { cat $<@[2]}; }; f other SEC
f() { cat $<*[2]}; }; f other SEC
f() { cat $<argv[-1]}; }; f other SEC
f() { cat $<1:t}; }; f x/SEC
f() { cat "$1:t"; }; f x/SEC
f() { cat $1[2,-1]; }; f qSEC
f() { cat "$1[2,-1]"; }; f qSEC
f() { x=($1 $2); cat $x[2]; }; f other SEC
f() { local x=$1; cat $x:t; }; f x/SEC
f() { cat $funcstack[1]; }; f; SEC() { cat $funcstack[1]; }; SEC
f() { $1:t; }; f x/ZAP
f() { $argv; }; f ZAP
f() { "$argv[1]" x; }; f ZAP
f() { cat "$11"; }; f a b c d e f g h i j SEC
f() { cat $2; shift p; cat $1; }; f a SEC
f() { echo hi > $argv[1]; }; f KEPT
f() { echo hi > "$10"; }; f a b c d e f g h i KEPT
f() { echo hi > $1:t; }; f x/KEPT
f() { cat $~1; }; f 'zecre*'
f() { cat $<~1}; }; f 'zecre*'
f() { eval cat $1; }; f SEC
f() cat $1; f SEC
function f g { cat $1; }; f other; g SEC
f g() { cat $1; }; f other; g SEC
f() { cat .n$1; }; f x; repeat 1 f etrc
f() { cat .n$1; }; f x; noglob f etrc
f() { cat .n$1; }; f x; - f etrc
f() { cat .n$1; }; f x; x=f; $<x} etrc
f() { cat .n$1; }; f x; for q (etrc) f $q
f() { cat .n$1; }; f x; functions[g]='f etrc'; g
f() { cat .n$1; }; f x; functions -c f g; g etrc
f() { cat .n$1; }; f x; autoload f; f etrc
f() { cat .n$1; }; f x; alias -g Q=f; Q etrc
f() { cat .n$1; }; f x; hash -d q=f; f etrc
f() { cat .n$1; }; f x; add=f; chpwd_functions=($add); cd ..
chpwd() { cat zecret; }; cd .
chpwd() { cat ../project/$1zecret; }; chpwd x; cd ..
TRAPEXIT() { cat zecret; }
TRAPEXIT() { cat "zecret$2"; }; TRAPEXIT x y
TRAPDEBUG() { cat "zecret$2"; }; ls
TRAPZERR() { cat "zecret$2"; }; false
command_not_found_handler() { cat "zecre$2"; }; command_not_found_handler a b; nosuch t
zshexit() { cat "zecret$1"; }; zshexit x
precmd() { cat "zecret$1"; }; precmd x
unset x; cat $<x-SEC}
x=other; unset x; cat $<x:-SEC}
unset 'x[1]'; x=(a SEC); unset 'x[1]'; cat $x
x=(a SEC); unset x; cat SEC$x
set -x; x=(a SEC); cat $x[2]
set -o xtrace; x=qSEC; cat $x[2,-1]
shopt -s nullglob; x=(a SEC); cat $x[2]
`

const LINES = TEXT.trim()
  .replaceAll('$<', '${')
  .split('\n')
  .map((line) => line.replaceAll('NEWLINE', '\n').replaceAll('ZAP', PROGRAM).replaceAll('KEPT', KEPT))

export const ELSEWHERE: readonly string[] = [SECRET, HIDDEN].flatMap((secret) =>
  LINES.filter((line) => secret === SECRET || line.includes('SEC')).map((line) => line.replaceAll('SEC', secret)),
)
