/** Part of the command catalogue: programs that look at structured data, documents, binaries and media. */

import { jqFilter, yqFilter } from '../grammars/filters.ts'
import { noPipes, ofWorkflows, onlyPrinted, onlyFiles, plainPaths, printsDocument } from '../grammars/documents.ts'
import { rewritesUnlessPreviewed, rewritesWhenTold } from '../grammars/in-place.ts'
import { argumentFiles, shownTemplates } from '../grammars/more-in-a-word.ts'
import { acts, inert, reads, type Family, type Spec } from '../spec.ts'

export function data(): Family {
  const XSV =
    '-d,--delimiter= -n,--no-headers -s,--select= -i,--index= -l,--limit= -j,--just-names -w,--width= -p,--pad= -c= --everything -r,--reverse -N,--numeric -u -H -o,--output=w'
  const TABLES: Spec = {
    flags: '--version --help --list -V -h',
    subs: {
      'headers count slice table flatten sort fmt': reads('r*', XSV),
      'select search sample cat': reads('t r*', XSV),
      join: reads('t r t r', XSV),
    },
  }

  const READELF = `-a,--all -h,--file-header -l,--program-headers,--segments -S,--section-headers,--sections -g,--section-groups -t,--section-details
     -e,--headers -s,--syms,--symbols --dyn-syms --lto-syms --sym-base= -C,--demangle? --no-demangle -n,--notes -r,--relocs
     -u,--unwind -d,--dynamic -V,--version-info -A,--arch-specific -c,--archive-index -D,--use-dynamic -L,--lint,--enable-checks
     -x,--hex-dump= -p,--string-dump= -R,--relocated-dump= -z,--decompress -w? --debug-dump? -I,--histogram -W,--wide -T,--silent-truncation
     -H,--help -v,--version`

  return {
    'jq gojq jaq': inert(
      't r*',
      `-n,--null-input -R,--raw-input -s,--slurp --seq --stream --stream-errors -c,--compact-output -r,--raw-output -j,--join-output
     --raw-output0 -a,--ascii-output -S,--sort-keys -C,--color-output -M,--monochrome-output --tab --indent= --unbuffered
     -e,--exit-status --yaml-input --yaml-output --args --jsonargs -h,--help -V,--version --build-configuration -b,--binary
     !-f,--from-file=r !-L=r !--library-path=r --arg== --argjson== --slurpfile==r --rawfile==r --argfile==r !--run-tests?`,
      { guard: jqFilter, shift: '-f --from-file' },
    ),
    'yq tomlq': reads(
      't r*',
      `-n,--null-input -r,--unwrapScalar,--raw-output -o,--output-format= -p,--input-format= -P,--prettyPrint -C,--colors -M,--no-colors
     -c,--compact-output -N,--no-doc -e,--exit-status -I,--indent= -j,--tojson -y,--yaml-output -Y,--yaml-roundtrip --slurp
     -S,--sort-keys -x,--xml-output -t,--toml-output -v,--verbose -0,--nul-output --header-preprocess --string-interpolation
     --xml-attribute-prefix= --xml-content-name= --csv-auto-parse --csv-separator= --tsv-auto-parse -h,--help -V,--version
     -i,--inplace,--in-place !-s,--split-exp= !--from-file=r !--expression= !--security-enable-system-operator`,
      { guard: yqFilter },
    ),
    sd: acts(
      'rewrites its files',
      't t r*',
      '-p,--preview -F,--fixed-strings -s,--string-mode -n,--max-replacements= -f,--flags= -A,--across -h,--help -V,--version',
      { guard: rewritesUnlessPreviewed },
    ),
    fx: acts('its filters are programs', 'r t*', ''),
    gron: reads('s', '-u,--ungron -v,--values -c,--colorize -m,--monochrome -s,--stream -j,--json --no-sort --version'),
    dasel: acts('may write its document', 't*', '-f,--file=r'),
    jsonlint: reads('r*', '-q,--quiet -c,--compact -h,--help -v,--version -s,--sort-keys -i,--in-place', {
      guard: rewritesWhenTold,
    }),
    xmllint: reads(
      'r*',
      `--format --noout --xpath= --nonet --noblanks --recover --wellformed --debug --html --encode= --pretty=
     --huge --nowarning --stats --timing --version !--noent !--valid !--schema=r !--relaxng=r !--output=w !-o=w !--shell !--dtdvalid= !--catalogs !--path=`,
      { guard: onlyFiles },
    ),
    xmlstarlet: reads('', '--version --help', {
      subs: {
        'el elements fo format': reads('s*', '-a -v -u -n -s= -t -e -w'),
        'val validate': reads('s*', '-w -e -b -g -q'),
        'sel select': reads(
          's*',
          '-t,--template -v,--value-of= -c,--copy-of= -m,--match= -o,--output= -n,--nl -i,--if= --elif= --else -b,--break -e,--elem= -a,--attr= -f,--inp-name -T,--text -B,--noblanks -R,--root -I,--indent -D,--xml-decl -N= -Q,--quiet !--net',
          { guard: plainPaths },
        ),
      },
    }),
    csvgrep: reads(
      'r',
      '-c,--columns= -n,--names -d,--delimiter= -q,--quotechar= -e,--encoding= -H,--no-header-row -l,--linenumbers -m,--match= -r,--regex= -f,--file=r -i,--invert-match -a,--any-match -S -h,--help -V,--version',
    ),
    'csvcut csvlook csvstat csvsort csvjson csvhead csvclean-n csvformat in2csv': reads(
      'r',
      '-c,--columns= -C,--not-columns= -n,--names -d,--delimiter= -q,--quotechar= -u,--quoting= -e,--encoding= -H,--no-header-row -l,--linenumbers -r,--reverse -i,--invert-match -I,--no-inference --max-rows= --max-columns= --count --csv --json --mean --median --max --min --sum --unique --nulls --freq -S -k,--key= --stream -f,--format= -z= -h,--help -V,--version -D,--out-delimiter= -T,--out-tabs -x',
    ),
    xsv: { ...TABLES, subs: { ...TABLES.subs, 'stats frequency': reads('r*', XSV) } },
    // qsv writes statistics to a file next to the table.
    qsv: TABLES,
    // It hands packed files to another program, but not its input.
    diffstat: reads('', '-b -c -C -d -E -f= -h -k -K -l -m -n= -N= -p= -q -r= -R -s -t -T -u -v -V -w='),
    'lsdiff filterdiff': reads(
      'r*',
      '-i,--include= -x,--exclude= -p,--strip-match= --strip= --lines= --files= -n,--line-number -s,--status -v,--verbose -H -h --as-numbered-lines= --clean --addprefix= --list --help --version',
    ),
    uchardet: reads('r*', '-v,--version -h,--help'),
    difft: reads(
      'R R',
      '--context= --width= --tab-width= --display= --color= --background= --syntax-highlight= --exit-code --strip-cr= --check-only --skip-unchanged --ignore-comments --missing-as-empty --sort-paths --override= --list-languages --byte-limit= --graph-limit= --parse-error-limit= -V,--version -h,--help',
    ),
    file: reads(
      'r*',
      `-b,--brief -c,--checking-printout -d,--apple -e,--exclude= --exclude-quiet= --extension -F,--separator= -h,--no-dereference
     -i,--mime --mime-type --mime-encoding -I -k,--keep-going -l,--list -L,--dereference -n,--no-buffer -N,--no-pad -p,--preserve-date
     -P,--parameter= -r,--raw -s,--special-files -S,--no-sandbox -v,--version -0,--print0 -z,--uncompress -Z,--uncompress-noreport
     --help !-C,--compile !-m,--magic-file=r !-f,--files-from=r`,
    ),
    identify: acts('may call the programs that render its formats', 'r*', '-format= -verbose -version -ping -quiet', {
      style: 'go',
    }),
    exiftool: reads(
      'r*',
      '-a -b -c= -d= -e -ee -f -g -G -G1 -h -H -j -json -l -n -q -r -s -s2 -s3 -S -t -T -u -U -v -csv -X -ver -common -fast -fast2 -DateTimeOriginal -ImageSize -GPSPosition -FileType -MIMEType',
      { style: 'go', guard: noPipes },
    ),
    mediainfo: reads('r*', '-f --Full --Output= --Inform= --Version --Help', { guard: shownTemplates }),
    ffprobe: reads(
      'r',
      '-v= -loglevel= -hide_banner -show_format -show_streams -show_entries= -show_packets -show_frames -show_chapters -select_streams= -of= -print_format= -pretty -i=s -count_frames -count_packets -version -h -formats -codecs',
      { style: 'go', guard: onlyFiles },
    ),
    soxi: reads('r*', '-t -r -c -s -d -D -b -B -p -e -a -V -T', { guard: noPipes }),
    pdfinfo: reads(
      's',
      '-f= -l= -box -meta -custom -js -struct -struct-text -isodates -rawdates -dests -url -enc= -listenc -opw= -upw= -v -h -help',
      { style: 'go' },
    ),
    pdftotext: reads(
      's w',
      '-f= -l= -r= -x= -y= -W= -H= -layout -fixed= -raw -nodiag -htmlmeta -bbox -bbox-layout -tsv -enc= -listenc -eol= -nopgbrk -opw= -upw= -q -v -h -help',
      { style: 'go', guard: onlyPrinted },
    ),
    pdfgrep: reads(
      't r*',
      '-i,--ignore-case -F,--fixed-strings -P,--perl-regexp -H,--with-filename -h,--no-filename -n,--page-number? -c,--count -p,--page-count -C,--context= -A,--after-context= -B,--before-context= -m,--max-count= -o,--only-matching -q,--quiet -r,--recursive -R,--dereference-recursive -l,--files-with-matches -L,--files-without-match -Z,--null --color= --exclude= --include= --page-range= --unac --warn-empty -e,--regexp= -f,--file=r -V,--version --help',
      { shift: '-e --regexp -f --file', tree: '-r --recursive -R --dereference-recursive' },
    ),
    'fc-list fc-match': reads(
      't*',
      '-s,--sort -a,--all -v,--verbose -b,--brief -f,--format= -q,--quiet -V,--version -h,--help',
    ),
    'shellcheck hadolint': reads(
      'r*',
      '-x,--external-sources -s,--shell= -f,--format= -S,--severity= -e,--exclude= -i,--include= -o,--enable= -a,--check-sourced -C? --color? -W,--wiki-link-count= --norc -V,--version -v --help -t,--failure-threshold= --ignore= --no-fail --no-color --verbose',
    ),
    // `-shellcheck` and `-pyflakes` name programs; the usual ones receive a script on their input.
    actionlint: reads('r*', '-color -no-color -oneline -verbose -version -h -help -ignore=', {
      style: 'go',
      guard: ofWorkflows,
    }),
    // It prints what it would write, unless a flag tells it to write.
    shfmt: reads(
      'R*',
      '-d -diff --diff -l -list --list -s -simplify --simplify -i= -indent= --indent= -ln= --language-dialect= -p -posix --posix -bn -ci -sr -kp -fn -mn -f -find --find -filename= --filename= -tojson --to-json -version --version -h -help --help',
      { style: 'go' },
    ),
    yamllint: reads(
      'R*',
      '-d,--config-data= -f,--format= -s,--strict --no-warnings --list-files -v,--version -h,--help',
    ),
    h5ls: reads(
      'r*',
      '-a,--address -e,--errors -f,--full -g,--group -l,--label -r,--recursive -s,--string -S,--simple -v,--verbose -w,--width= -x,--hexdump -h,--help -V,--version',
    ),
    // The content of a table may be in another file, which this file names.
    h5dump: reads(
      'r*',
      '-H,--header -n,--contents -i,--object-ids -p,--properties -g,--group= -d,--dataset= -h,--help -V,--version',
      { must: '-H --header -n --contents -h --help -V --version' },
    ),
    ncdump: reads('s', '-h -k -s -t', { must: '-h -k' }),
    'b3sum xxhsum xxh64sum xxh128sum hexyl': reads(
      'r*',
      '-c,--check -q,--quiet --version --help -n,--length= -s,--skip=',
    ),
    pdfimages: reads('s', '-list -f= -l= -opw= -upw= -p -q -v -h', { style: 'go', must: '-list -v -h' }),
    qpdf: reads(
      'r',
      '--show-npages --check --show-pages --show-xref --show-encryption --is-encrypted --requires-password --list-attachments --with-images --password= --version --help',
      {
        must: '--show-npages --check --show-pages --show-xref --show-encryption --is-encrypted --requires-password --list-attachments --version --help',
        guard: argumentFiles,
      },
    ),
    htmlq: reads(
      't*',
      '-a,--attribute= -t,--text -p,--pretty -w,--ignore-whitespace -B,--detect-base -b,--base= -r,--remove-nodes= -f,--filename=r -o,--output=w -h,--help -V,--version',
    ),
    pup: reads(
      't*',
      '-c,--color -f,--file=r -i,--indent= -n,--number -l,--limit= -p,--plain --pre --charset= -h,--help --version',
    ),
    'pdffonts pdfimages-list': reads('s', '-f= -l= -subst -loc -v -h', { style: 'go' }),
    antiword: reads('r*', '-t -w= -m= -s -f'),
    pandoc: reads(
      'r*',
      '-o,--output=w -f,-r,--from,--read= -t,-w,--to,--write= --wrap= --columns= -s,--standalone --track-changes= --strip-comments --reference-links -v,--version -h,--help',
      { guard: printsDocument },
    ),
    'readelf arm-none-eabi-readelf aarch64-linux-gnu-readelf riscv64-unknown-elf-readelf xtensa-esp32-elf-readelf avr-readelf':
      inert('r*', READELF, { guard: argumentFiles }),
    'llvm-readelf': reads('r*', READELF, { guard: argumentFiles }),
    'objdump llvm-objdump arm-none-eabi-objdump aarch64-linux-gnu-objdump riscv64-unknown-elf-objdump xtensa-esp32-elf-objdump avr-objdump':
      reads(
        'r*',
        `-a,--archive-headers -f,--file-headers -p,--private-headers -h,--headers,--section-headers -x,--all-headers -d,--disassemble
     -D,--disassemble-all -S,--source -s,--full-contents -g,--debugging -e,--debugging-tags -G,--stabs -t,--syms -T,--dynamic-syms
     -r,--reloc -R,--dynamic-reloc -C,--demangle? -j,--section= -l,--line-numbers -M,--disassembler-options= -m,--architecture=r -b,--target=
     -w,--wide -z,--disassemble-zeroes --start-address= --stop-address= --no-show-raw-insn --show-raw-insn --no-addresses
     --prefix-addresses --visualize-jumps? -i,--info -v,--version -H,--help`,
        { guard: argumentFiles },
      ),
    'nm llvm-nm arm-none-eabi-nm aarch64-linux-gnu-nm riscv64-unknown-elf-nm xtensa-esp32-elf-nm avr-nm': reads(
      'r*',
      `-a,--debug-syms -A,-o,--print-file-name -B -C,--demangle? --no-demangle -D,--dynamic -e -f,--format= -g,--extern-only -h,--help -j
     -l,--line-numbers -n,-v,--numeric-sort -p,--no-sort -P,--portability -r,--reverse-sort -s,--print-armap -S,--print-size
     --size-sort --special-syms --synthetic -t,--radix= -u,--undefined-only -U --defined-only -V,--version -W,--no-weak --with-symbol-versions -X=`,
      { guard: argumentFiles },
    ),
    'size llvm-size arm-none-eabi-size aarch64-linux-gnu-size riscv64-unknown-elf-size xtensa-esp32-elf-size avr-size':
      reads('r*', '-A -B -G -d -l -m -o -x --format= --radix= --common -t,--totals -h,--help -v,-V,--version', {
        guard: argumentFiles,
      }),
    'c++filt': inert('t*', '-_ -n -p -t -i -r -s= --help --version', { guard: argumentFiles }),
    addr2line: inert(
      't*',
      '-a,--addresses -b,--target= -C,--demangle? -e,--exe=r -f,--functions -i,--inlines -j,--section= -p,--pretty-print -s,--basenames -h,--help -v,--version',
      { guard: argumentFiles },
    ),
    patchelf: reads(
      'r',
      '--print-interpreter --print-needed --print-rpath --print-soname --print-execstack --version --help',
      {
        must: '--print-interpreter --print-needed --print-rpath --print-soname --print-execstack --version --help',
      },
    ),
    // Without `-i` it prints what it would write.
    'clang-format': reads(
      'r*',
      '--style= -style= --fallback-style= -fallback-style= --assume-filename= -assume-filename= --dump-config -dump-config -n --dry-run -dry-run --Werror -Werror --lines= -lines= --offset= --length= --ferror-limit= --sort-includes --verbose --version -version --help -help',
      { style: 'go', guard: argumentFiles },
    ),
    ldd: acts('may run the program it is shown', 'r*', '-v -u -d -r --version --help'),
    otool: reads('r*', '-L -l -h -f -a -S -t -d -v -V -D -r -T -I'),
    dot: acts('renders a graph to a file', 'r*', '-o=w -T= -V'),
    bc: reads('r*', '--version --help -v -h -l,--mathlib -q,--quiet -i -s,--standard -w,--warn -e,--expression='),
    dc: acts('its programs can run commands', 'r*', ''),
    units: reads('t*', '-t,--terse -v,--verbose -1,--one-line -h,--help -V,--version'),
    'figlet toilet cowsay fortune': acts('not a reader of anything', 't*', ''),
  }
}
