/** Part of the command catalogue: programs that search for text and for files. */

import { findExpression, foundAndRun } from '../grammars/find.ts'
import { knownLister, treeOfFile } from '../grammars/listings.ts'
import { noCallouts, searchedByAg, searchedByGrep, searchedHere, searchedWithHidden } from '../grammars/searched.ts'
import { acts, inert, reads, type Family } from '../spec.ts'

export function search(): Family {
  const GREP = `-E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp= -f,--file=r
  -i,-y,--ignore-case --no-ignore-case -w,--word-regexp -x,--line-regexp -z,--null-data -s,--no-messages -v,--invert-match
  -V,--version --help -m,--max-count= -b,--byte-offset -n,--line-number --line-buffered -H,--with-filename -h,--no-filename
  --label= -o,--only-matching -q,--quiet,--silent --binary-files= -a,--text -I -d,--directories= -D,--devices=
  -r,--recursive -R,--dereference-recursive --include=p --exclude= --exclude-from=r --exclude-dir= --include-dir=
  -L,--files-without-match -l,--files-with-matches -c,--count -T,--initial-tab -Z,--null -B,--before-context=
  -A,--after-context= -C= --context? -# --group-separator= --no-group-separator --color? --colour? -U,--binary -u -S -O -p`

  /** `ag --list-file-types` */
  const AG_TYPES =
    `actionscript ada asciidoc apl asm batch bazel bitbake bro cc cfmx chpl clojure coffee config coq cpp crystal csharp cshtml css cython
  delphi dlang dot dts ebuild elisp elixir elm erlang factor fortran fsharp gettext glsl go gradle groovy haml handlebars haskell haxe hh html
  idris ini ipython isabelle j jade java jinja2 js json jsp julia kotlin less liquid lisp log lua m4 make mako markdown mason matlab mathematica md
  mercury naccess nim nix objc objcpp ocaml octave org parrot pdb perl php pike plist plone powershell proto ps1 pug puppet python qml racket rake
  razor restructuredtext rs r rdoc ruby rust salt sass scala scheme shell smalltalk sml sql stata stylus swift tcl terraform tex thrift tla tt toml
  ts twig vala vb velocity verilog vhdl vim vue wix wsdl wadl xml yaml zeek zephir`.replace(/\S+/gu, '--$&')

  const GREP_MORE = {
    shift: '-e --regexp -f --file',
    tree: '-r -R --recursive --dereference-recursive',
    guard: searchedByGrep,
  }

  return {
    'grep egrep fgrep rgrep ggrep': inert('t r*', GREP, GREP_MORE),
    'zgrep zegrep zfgrep bzgrep xzgrep zstdgrep lzgrep': reads('t r*', GREP, GREP_MORE),
    pcregrep: reads('t r*', GREP, { ...GREP_MORE, guard: noCallouts }),
    rg: reads(
      't R*',
      `-e,--regexp= -f,--file=r -A,--after-context= -B,--before-context= -C,--context= --context-separator=
     --no-context-separator --auto-hybrid-regex --no-auto-hybrid-regex --[no-]binary --block-buffered --no-block-buffered
     -b,--byte-offset --no-byte-offset -s,--case-sensitive --color= --colors= --column --no-column --no-config
     -c,--count --count-matches --[no-]crlf --debug --dfa-size-limit= -E,--encoding= --no-encoding --engine=
     --field-context-separator= --field-match-separator= --files -l,--files-with-matches --files-without-match
     -F,--fixed-strings --no-fixed-strings -L,--follow --no-follow --generate= -g,--glob=p --[no-]glob-case-insensitive
     --[no-]heading -h,--help -.,--hidden --no-hidden --hyperlink-format= --iglob=p -i,--ignore-case
     --ignore-file=r --[no-]ignore-file-case-insensitive --include-zero --no-include-zero -v,--invert-match
     --no-invert-match --[no-]json --line-buffered --no-line-buffered -n,--line-number -N,--no-line-number -x,--line-regexp
     -M,--max-columns= --[no-]max-columns-preview -m,--max-count= -d,--max-depth,--maxdepth= --max-filesize= --[no-]mmap
     -U,--multiline --no-multiline --[no-]multiline-dotall --no-ignore --ignore --no-ignore-dot --ignore-dot
     --no-ignore-exclude --ignore-exclude --no-ignore-files --ignore-files --no-ignore-global --ignore-global
     --no-ignore-messages --ignore-messages --no-ignore-parent --ignore-parent --no-ignore-vcs --ignore-vcs --no-messages
     --messages --[no-]require-git --[no-]unicode -0,--null --null-data --[no-]one-file-system -o,--only-matching
     --path-separator= --passthru,--passthrough -P,--pcre2 --no-pcre2 --pcre2-version -p,--pretty -q,--quiet
     --regex-size-limit= -r,--replace= -S,--smart-case --sort= --sortr= --sort-files --no-sort-files --stats --no-stats
     --stop-on-nonmatch -a,--text --no-text -j,--threads= --trace --trim --no-trim -t,--type= -T,--type-not= --type-add=
     --type-clear= --type-list -u,--unrestricted -V,--version --vimgrep -H,--with-filename -I,--no-filename -w,--word-regexp
     !--pre=x !--pre-glob= !--no-pre !--hostname-bin=x !-z,--search-zip !--no-search-zip`,
      { shift: '-e --regexp -f --file --files --type-list', guard: searchedWithHidden },
    ),
    ag: reads(
      't R*',
      `--ackmate -A,--after? -B,--before? --[no-]break -c,--count --[no-]color --color-line-number= --color-match= --color-path=
     --column --[no-]filename -H,--[no-]heading -L,--files-without-matches -l,--files-with-matches -o,--only-matching
     --[no-]numbers --passthrough,--passthru --print-all-files --print-long-lines -g= --silent --stats --stats-only --vimgrep
     -0,--null,--print0 -a,--all-types -D,--debug --depth= -f,--[no-]follow -F,--fixed-strings -G,--file-search-regex=
     --hidden -i,--ignore-case --ignore= --ignore-dir= -m,--max-count= -n,--norecurse --affinity --noaffinity --one-device
     -p,--path-to-ignore=r -Q,--literal -r,--recurse -s,--case-sensitive -S,--smart-case --search-binary -t,--all-text
     -u,--unrestricted -U,--skip-vcs-ignores -v,--invert-match -w,--word-regexp -W,--width= -C,--context? -V,--version
     -h,--help --list-file-types --[no-]group --parallel --workers= --nopager --nocolor --nogroup --nobreak --nonumbers
     --nofilename --noheading !--pager=x !-z,--search-zip ${AG_TYPES}`,
      { shift: '-g', guard: searchedByAg },
    ),
    'ack ack-grep': reads(
      't R*',
      `-i,--ignore-case -I,--no-ignore-case -S,--smart-case --[no-]smart-case -v,--invert-match --not= --and= --or= -w,--word-regexp
     -Q,--literal --range-start= --range-end= --match= --passthru -l,--files-with-matches -L,--files-without-matches
     -o -H,--with-filename -h,--no-filename -c,--count --[no-]column -A,--after-context= -B,--before-context= -C,--context?
     --print0 -s -f -g --sort-files --show-types --files-from=r -x --ignore-dir= --noignore-dir= --ignore-directory=
     --ignore-file= -r,-R,--recurse -n,--no-recurse --[no-]follow -k,--known-types -t,--type= -T,--type-not= --type-set=
     --type-add= --type-del= --[no-]color --[no-]colour --color-filename= --color-match= --color-lineno= --flush --[no-]group
     --[no-]heading --[no-]break --[no-]filter -m,--max-count= -1 --noenv --noignore-vcs --nopager --help --help-types
     --help-colors --version --man --bar --cathy --thpppt --js --ts --python --ruby --perl --php --java --go --rust --cc --cpp
     --css --html --json --yaml --xml --sql --shell --markdown --vue --sass --less --make --lua --swift --kotlin
     !--pager?x !--output=x !--ackrc=x !--create-ackrc`,
      { shift: '-f --match', guard: searchedHere },
    ),
    // Its `-O` takes the next word as its value, even two dashes.
    ugrep: reads(
      't R*',
      `${GREP.replace(' -O', ' -O=')} --hidden --ignore-files? -j,--smart-case --stats? --json --csv --xml`,
      GREP_MORE,
    ),
    ug: acts('does what the .ugrep of the folder says', 't R*', GREP, GREP_MORE),
    find: { grammar: findExpression, style: 'go' },
    'gfind bfs': '=find',
    'fd fdfind': reads(
      't M*',
      `-H,--hidden --no-hidden -I,--no-ignore --no-ignore-vcs --ignore-vcs --no-ignore-parent --no-require-git --require-git
     -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob --regex -F,--fixed-strings --and= -a,--absolute-path
     --relative-path -l,--list-details -L,--follow --no-follow -p,--full-path -0,--print0 -d,--max-depth,--maxdepth=
     --min-depth= --exact-depth= -E,--exclude= --prune -t,--type= -e,--extension= -S,--size= --changed-within,--newer=
     --changed-before,--older= -o,--owner= --format= --batch-size= --ignore-file=r -c,--color= --hyperlink? -j,--threads=
     --max-results= -1 -q,--quiet --show-errors --base-directory=R --path-separator= --search-path=M --strip-cwd-prefix?
     --one-file-system,--mount,--xdev --no-global-ignore-file --ignore --ignore-contain= --max-buffer-time= -h,--help
     -V,--version !-x,--exec=x !-X,--exec-batch=x !--gen-completions?`,
      { guard: foundAndRun },
    ),
    'locate mlocate plocate slocate': reads(
      't*',
      `-A,--all -b,--basename -c,--count -d,--database=r -e,--existing -L,--follow -i,--ignore-case -p,--ignore-spaces -l,-n,--limit=
     -P,--nofollow,-H -0,--null -S,--statistics -q,--quiet -r,--regexp= --regex -w,--wholename -N,--literal -h,--help -V,--version`,
    ),
    tree: reads(
      'M*',
      `-a -d -l -f -x -L= !-R -P= -I= --gitignore --gitfile=r --ignore-case --matchdirs --metafirst --prune --info --infofile=r
     --noreport --charset= --filelimit= -q -N -Q -p -u -g -s -h --si --du -D --timefmt= -F --inodes --device -v -t -c -U -r
     --dirsfirst --filesfirst --sort? -i -A -S -n -C -X -J -H= -T= --nolinks --hintro=r --houtro=r --fromfile --fromtabfile
     --fflinks --hyperlink --scheme= --authority= --opt-toggle --compress= --version --help -o=w`,
      { guard: treeOfFile },
    ),
    which: inert(
      't*',
      `-a,--all -s --skip-dot --skip-tilde --show-dot --show-tilde --tty-only --skip-alias --skip-functions
     -i,--read-alias --read-functions -v,-V,--version --help`,
    ),
    whereis: inert('t*', '-b -m -s -u -g -B= -M= -S= -f -l -h,--help -V,--version'),
    cloc: reads(
      'R*',
      `--by-file --by-file-by-lang --exclude-dir= --exclude-ext= --exclude-lang= --include-lang= --include-ext= --json --csv --yaml
     --xml --md --quiet --hide-rate --sum-one --vcs= --match-f= --not-match-f= --match-d= --not-match-d= --fullpath
     --skip-uniqueness --help --version --show-lang --show-ext --progress-rate= --processes= --timeout= --csv-delimiter= --3
     !--out=w !--report-file=w !--extract-with=x !--read-lang-def=r !--config=r !--git
     !--categorized=w !--counted=w !--diff-alignment=w !--found=w !--ignored=w !--sql=w !--write-lang-def=w !--write-lang-def-incl-dup=w
     !--list-file=q !--exclude-list-file=r !--force-lang-def=r !--sdir=w`,
      { guard: knownLister },
    ),
    tokei: reads(
      'R*',
      `-f,--files -e,--exclude= -t,--types,--type= -s,--sort= -C,--compact -c,--columns= --hidden --no-ignore -i,--input=r -l,--languages
     -o,--output= -n,--num-format= --no-ignore-parent --no-ignore-dot --no-ignore-vcs -r,--rsort= -v,--verbose -h,--help -V,--version`,
    ),
    scc: reads(
      'R*',
      `--by-file -w,--wide -i,--include-ext= -x,--exclude-ext= --exclude-dir= -M,--not-match= -l,--languages --ci --no-cocomo
     -c,--no-complexity -d,--no-duplicates -s,--sort= -f,--format= --no-ignore --no-gitignore -u,--uloc -a,--dryness -p,--percent
     -h,--help --version !-o,--output=w !--format-multi=`,
    ),
    fzf: reads(
      '',
      '-f,--filter= -e,--exact -i -x,--extended -n,--nth= -d,--delimiter= -1,--select-1 -0,--exit-0 --version --help --no-sort --tac --ansi !--preview=x !--bind=x !--listen?',
    ),
  }
}
