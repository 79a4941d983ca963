/** Part of the command catalogue: programs that read text and print text. */

import { awkProgram } from '../grammars/awk.ts'
import { flagsFirst, manPages, noCache, noStartCommand } from '../grammars/documents.ts'
import { argumentFiles, lessValues } from '../grammars/more-in-a-word.ts'
import { comparedTrees } from '../grammars/searched.ts'
import { sedScript } from '../grammars/sed.ts'
import { acts, inert, reads, type Family } from '../spec.ts'

export function text(): Family {
  const H = '--help --version'

  return {
    'cat gcat': inert(
      'r*',
      `-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -l
     -v,--show-nonprinting ${H}`,
    ),
    // toybox reads the flags as files.
    'tac gtac': inert('r*', `-b,--before -r,--regex -s,--separator=r ${H}`),
    rev: inert('r*', `-0,--zero -h,-V,--help,--version`),
    'head ghead': inert('r*', `-# -c,--bytes= -n,--lines= -q,--quiet,--silent -v,--verbose -z,--zero-terminated ${H}`),
    'tail gtail': inert(
      'r*',
      `-# -c,--bytes= -f -F --follow? -n,--lines= --max-unchanged-stats= --pid= -q,--quiet,--silent -r --retry
     -s,--sleep-interval= --debug -v,--verbose -z,--zero-terminated ${H}`,
    ),
    'wc gwc': inert(
      'r*',
      `-c,--bytes -m,--chars -l,--lines --files0-from=q -L,--max-line-length -w,--words --total= --debug ${H}`,
    ),
    nl: inert(
      'r*',
      `-b,--body-numbering= -d,--section-delimiter= -f,--footer-numbering= -h,--header-numbering= -i,--line-increment=
     -l,--join-blank-lines= -n,--number-format= -p,--no-renumber -s,--number-separator= -v,--starting-line-number=
     -w,--number-width= ${H}`,
    ),
    'cut gcut': inert(
      'r*',
      `-b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= -F= -O= -D -n -w --complement -s,--only-delimited
     --output-delimiter= -z,--zero-terminated ${H}`,
    ),
    paste: inert('r*', `-d,--delimiters= -s,--serial -z,--zero-terminated ${H}`),
    join: inert(
      'r r',
      `-a= -e= -i,--ignore-case -j= -o= -t= -v= -1= -2= --check-order --nocheck-order --header -z,--zero-terminated ${H}`,
    ),
    comm: inert(
      'r r',
      `-1 -2 -3 -i --check-order --nocheck-order --output-delimiter= --total -z,--zero-terminated ${H}`,
    ),
    'tr gtr': inert('t*', `-c,-C,--complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1 -u ${H}`),
    fold: inert('r*', `-# -b,--bytes -c,--characters -s,--spaces -w,--width= ${H}`),
    fmt: inert(
      'r*',
      `-# -c,--crown-margin -p,--prefix= -s,--split-only -t,--tagged-paragraph -u,--uniform-spacing -w,--width= -g,--goal= ${H}`,
    ),
    'expand unexpand': inert('r*', `-# -a,--all --first-only -i,--initial -t,--tabs= ${H}`),
    pr: inert(
      'r*',
      `-# -a,--across -b -c,--show-control-chars -d,--double-space -D,--date-format= -e? --expand-tabs? -f,-F,--form-feed
     -h,--header= -i? --output-tabs? -J,--join-lines -l,--length= -m,--merge -n? --number-lines? -N,--first-line-number=
     -o,--indent= -r,--no-file-warnings -s? --separator? -S? --sep-string? -t,--omit-header -T,--omit-pagination
     -v,--show-nonprinting -w,--width= -W,--page-width= --columns= --pages= ${H}`,
    ),
    'sort gsort': reads(
      'r*',
      `-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting
     -M,--month-sort -h,--human-numeric-sort -n,--numeric-sort -R,--random-sort !--random-source=r -r,--reverse --sort=
     -V,--version-sort --batch-size= -c -C --check? !--compress-program=x --debug !--files0-from=q -k,--key= -m,--merge
     -o,--output=w -s,--stable -S,--buffer-size= -t,--field-separator= !-T,--temporary-directory=w --parallel=
     -u,--unique -z,--zero-terminated ${H}`,
    ),
    'uniq guniq': reads(
      'r w',
      `-c,--count -d,--repeated -D --all-repeated? -f,--skip-fields= --group? -i,--ignore-case -s,--skip-chars= -u,--unique
     -z,--zero-terminated -w,--check-chars= -# ${H}`,
    ),
    shuf: reads(
      'r*',
      `-e,--echo -i,--input-range= -n,--head-count= -o,--output=w --random-source=r -r,--repeat -z,--zero-terminated ${H}`,
    ),
    tsort: inert('r', `-w ${H}`),
    ptx: reads(
      'r w',
      `-A,--auto-reference -G,--traditional -F,--flag-truncation= -M,--macro-name= -O -R,--right-side-refs
     -S,--sentence-regexp= -T -W,--word-regexp= -b,--break-file=r -f,--ignore-case -g,--gap-size= -i,--ignore-file=r
     -o,--only-file=r -r,--references -t,--typeset-mode -w,--width= --format= ${H}`,
    ),
    numfmt: inert(
      't*',
      `--debug -d,--delimiter= --field= --format= --from= --from-unit= --grouping --header? --invalid= --padding= --round=
     --suffix= --to= --to-unit= -z,--zero-terminated --unit-separator= ${H}`,
    ),
    'base64 base32': reads('r', `-d,-D,--decode -i,--ignore-garbage -w,--wrap= -b,--break= -o,--output=w ${H}`),
    basenc: inert(
      'r',
      `-d,--decode -i,--ignore-garbage -w,--wrap= --base64 --base64url --base58 --base32 --base32hex --base16 --base2msbf
     --base2lsbf --z85 ${H}`,
    ),
    od: inert(
      'r*',
      `-A,--address-radix= --endian= -j,--skip-bytes= -N,--read-bytes= -S? --strings? -t,--format= -v,--output-duplicates -w?
     --width? --traditional -a -b -B -c -d -D -e -f -F -h -H -i -I -l -L -o -O -s -x -X ${H}`,
    ),
    'hexdump hd': inert(
      'r*',
      `-b,--one-byte-octal -c,--one-byte-char -C,--canonical -d,--two-bytes-decimal -o,--two-bytes-octal
     -x,--two-bytes-hex -X,--one-byte-hex -e,--format= -f,--format-file=r -L,--color? -n,--length= -s,--skip=
     -v,--no-squeezing -h,-V,--help,--version`,
    ),
    xxd: reads(
      'r w',
      `-a,-autoskip -b,-bits -c,-cols= -C,-capitalize -d -E,-EBCDIC -e -g,-groupsize= -h,-help -i,-include -l,-len= -n,-name=
     -o= -p,-ps,-plain,-postscript -r,-revert -R= -s,-seek= -u,-uppercase -v,-version
     -c4 -c8 -c12 -c16 -c20 -c24 -c32 -c64 -g0 -g1 -g2 -g4 -g8 -l16 -l32 -l48 -l64 -l100 -l128 -l200 -l256 -l512 -l1024`,
      { style: 'go', guard: flagsFirst },
    ),
    strings: inert(
      'r*',
      `-# -a,--all -d,--data -f,--print-file-name -n,--bytes= -o -t,--radix= -e,--encoding= -s,--output-separator=
     -T,--target= -w,--include-all-whitespace -U,--unicode= -v,-V,-h,--help,--version`,
      { guard: argumentFiles },
    ),
    column: inert(
      'r*',
      `-t,--table -N,--table-columns= -C,--table-column= -l,--table-columns-limit= -E,--table-noextreme= -d,--table-noheadings
     -m,--table-maxout -e,--table-header-repeat -H,--table-hide= -R,--table-right= -T,--table-truncate= -W,--table-wrap=
     -O,--table-order= -n,--table-name= -L,--keep-empty-lines,--table-empty-lines -J,--json -K,--use-spaces= -r,--tree=
     -i,--tree-id= -p,--tree-parent= -c,--output-width= -o,--output-separator= -s,--separator= -x,--fillrows -h,-V,--help,--version`,
    ),
    colrm: inert('t*', '-h,--help -V,--version'),
    col: inert('', '-b,--no-backspaces -f,--fine -p,--pass -h,--tabs -x,--spaces -l,--lines= -H,--help -V,--version'),
    look: inert('t r', '-a,--alternative -d,--alphanum -f,--ignore-case -t,--terminate= -b -h,--help -V,--version'),
    iconv: reads(
      'r*',
      `-f,--from-code= -t,--to-code= -c -l,--list -o,--output=w -s,--silent --verbose -?,--help --usage -V,--version`,
    ),
    'dos2unix unix2dos': reads(
      'w*',
      '-i? --info? -b,--keep-bom -c,--convmode= -f,--force -k,--keepdate -q,--quiet -n,--newfile -o,--oldfile -h,--help -V,--version',
    ),
    cmp: inert(
      'r r t*',
      `-b,--print-bytes -i,--ignore-initial= -l,--verbose -n,--bytes= -s,--quiet,--silent -v,--help,--version`,
    ),
    'diff colordiff': inert(
      'r r',
      `--normal -q,--brief -s,--report-identical-files -c -C= --context? -u -U= --unified? -e,--ed -n,--rcs -y,--side-by-side
     -W,--width= --left-column --suppress-common-lines -p,--show-c-function -F,--show-function-line= --label= -L=
     -t,--expand-tabs -T,--initial-tab --tabsize= --suppress-blank-empty -l,--paginate -r,--recursive --no-dereference
     -N,--new-file -P --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case -x,--exclude=
     -X,--exclude-from=r -S,--starting-file= --from-file=r --to-file=r -i,--ignore-case -E,--ignore-tab-expansion
     -Z,--ignore-trailing-space -b,--ignore-space-change -w,--ignore-all-space -B,--ignore-blank-lines
     -I,--ignore-matching-lines= -a,--text --strip-trailing-cr -D,--ifdef= --GTYPE-group-format= --line-format=
     --LTYPE-line-format= --old-line-format= --new-line-format= --unchanged-line-format= --old-group-format=
     --new-group-format= --unchanged-group-format= --changed-group-format= -d,--minimal --horizon-lines=
     --speed-large-files --color? --palette= -# -v,--help,--version`,
      { tree: '-r --recursive', shift: '--from-file --to-file', guard: comparedTrees },
    ),
    diff3: reads(
      'r r r',
      `-A,--show-all -e,--ed -E,--show-overlap -3,--easy-only -x,--overlap-only -X -i -m,--merge -a,--text
     --strip-trailing-cr -T,--initial-tab !--diff-program=x -L,--label= -v,--help,--version`,
    ),
    sdiff: reads(
      'r r',
      `-o,--output=w -i,--ignore-case -E,--ignore-tab-expansion -Z,--ignore-trailing-space -b,--ignore-space-change
     -W,--ignore-all-space -B,--ignore-blank-lines -I,--ignore-matching-lines= --strip-trailing-cr -a,--text -w,--width=
     -l,--left-column -s,--suppress-common-lines -t,--expand-tabs --tabsize= -d,--minimal -H,--speed-large-files
     !--diff-program=x -v,--help,--version`,
    ),
    wdiff: reads(
      'r r',
      '-1,--no-deleted -2,--no-inserted -3,--no-common -i,--ignore-case -s,--statistics -w= -x= -y= -z= -h,--help -v,--version',
    ),
    delta: acts(
      'opens a pager',
      'r r',
      '-n,--line-numbers -s,--side-by-side --dark --light --color-only --raw -w,--width= --help -V,--version',
    ),
    'sed gsed': reads(
      't r*',
      `-n,--quiet,--silent --debug -e,--expression= !-f,--file=r -E,-r,--regexp-extended --follow-symlinks -i,--in-place? -I=
     -l,--line-length= --posix -s,--separate --sandbox -u,--unbuffered -z,--null-data,--zero-terminated ${H}`,
      { shift: '-e --expression -f --file', unnumbered: true, guard: sedScript },
    ),
    'awk gawk mawk nawk': reads(
      't r*',
      `-F,--field-separator= -v,--assign= !-f,--file=x !-b !-c !-C !-d? !-D? !-e= !-E=x !-g !-h !-i=x !-l=x !-L? !-M !-n !-N
     !-o?w !-O !-p?w !-P !-r !-s !-S !-t !-V !-W= --version --help`,
      { shift: '-f --file -e -E', free: '-v', guard: awkProgram },
    ),
    'less zless': reads(
      'r*',
      `-# -e -E -f -F -g -G -i -I -J -m -M -n -N -q -Q -r -R -s -S -u -U -w -W -X -~ -p= -P= -x= -b= -h= -j= -y= -z=
     --quit-if-one-screen --no-init --chop-long-lines --RAW-CONTROL-CHARS --LINE-NUMBERS --line-numbers --ignore-case
     --raw-control-chars --quit-at-eof -V,--version -?,--help !-k=r !-o=w !-O=w !-t= !-T=r !--lesskey-file=r !--lesskey-src=r`,
      {
        guard: (draft) => {
          noStartCommand(draft)
          lessValues(draft)
        },
      },
    ),
    'more zmore': reads(
      'r*',
      '-# -d,--silent -l,--logical -e,--exit-on-eof -f,--no-pause -p,--print-over -c,--clean-print -s,--squeeze -u,--plain -n,--lines= -h,--help -V,--version',
      { guard: noStartCommand },
    ),
    most: reads('r*', '-1 -4 -b -C -c -d -M -r -s -t -u -v -w -z'),
    'bat batcat': reads(
      'r*',
      `-A,--show-all --nonprintable-notation= --binary= -p,--plain -l,--language= -H,--highlight-line= --file-name=
     -d,--diff --diff-context= --tabs= --wrap= -S,--chop-long-lines --terminal-width= -n,--number --color= --italic-text=
     --decorations= -f,--force-colorization --paging= -P !--pager=x -m,--map-syntax= --ignored-suffix= --theme=
     --theme-dark= --theme-light= --list-themes -s,--squeeze-blank --squeeze-limit= --strip-ansi= --style= -r,--line-range=
     -L,--list-languages -u,--unbuffered --no-config --no-custom-assets -h,--help -V,--version`,
      { guard: noCache },
    ),
    tldr: acts(
      'may fetch pages',
      't*',
      '-p,--platform= -L,--language= -l,--list --color= -h,--help -v,--version !-u,--update',
    ),
    man: reads(
      't*',
      `-f,--whatis -k,--apropos -w,-W,--where,--path,--location --where-cat --location-cat -a,--all -K,--global-apropos
     -S,-s,--sections= -e,--extension= -i,--ignore-case -I,--match-case --regex --wildcard --names-only -L,--locale=
     -d,--debug -D,--default !-u,--update --no-subpages -E,--encoding= --no-hyphenation,--nh --no-justification,--nj
     -?,--help --usage -V,--version !-P,--pager=x !-H?x !--html?x !-C,--config-file=r !-M,--manpath=r !-l,--local-file
     !-T? !-t !-X? !-Z !-p,--preprocessor= !-R,--recode= !-m,--systems= !-r,--prompt=`,
      { guard: manPages },
    ),
    'apropos whatis': reads(
      't*',
      `-d,--debug -v,--verbose -e,--exact -r,--regex -w,--wildcard -a,--and -l,--long -s,--sections,--section= -L,--locale=
     -?,--help --usage -V,--version !-C,--config-file=r !-M,--manpath=r !-m,--systems=`,
    ),
    // If there is no manual page of that name, it shows the file.
    info: reads('?*', '-a,--all -k,--apropos= -w,--where,--location -h,--help --version -n,--node= -o,--output=w'),
  }
}
