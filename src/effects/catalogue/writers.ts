/**
 * Part of the command catalogue: programs that write the files they are given, though no table tells which of their words
 * these are. For restrictions only: what is written is a guess, and never a proof.
 */

import type { Word } from '../../engine/effect.ts'
import { includes, startsWith } from '../code-at.ts'
import { NameLists } from './among.ts'
import { addPattern, addWalked, addWrite, type Draft, globAt, GUESS, isFolderLike, TREE } from './draft.ts'
import { guessOutput } from './guesses.ts'
import { isInput } from './outputs.ts'

/**
 * Names beside the words with one of which they write their operands; no word: always. `-B=`: what stands behind this
 * flag is written. `!`: what they are given is deleted, with all that lies below it. `>`: the last of several.
 */
const WRITERS: readonly (readonly [words: string, names: string])[] = [
  [
    '',
    `rename prename file-rename perl-rename mmv qmv imv vidir detox massren mogrify optipng oxipng pngquant zopflipng pngcrush
    jpegoptim gifsicle svgo exiftool exiv2 jhead fromdos todos flip rustfmt sad stylua nixfmt alejandra swiftformat yamlfmt mdformat
    pyupgrade phpcbf recode crudini strip objcopy patchelf install_name_tool chrpath upx codesign keytool xcp cpx cpy
    ncp ditto robocopy sox mount umount ranlib mkswap mke2fs losetup autoreconf cookiecutter ttyrec
    debootstrap ogr2ogr scrot arecord clang-apply-replacements add-trailing-comma hindent buildifier scalafmt elm-format nbstripout
    chflags SetFile mkfile mtree screencapture momc ambr fastmod codemod jscodeshift gtags mkfs.ext4 mkfs.ext3 mkfs.vfat mkfs.xfs mkfs.btrfs`,
  ],
  ['!', 'rimraf trash del-cli'],
  ['! trash remove', 'gio'],
  [
    '-i --in-place inplace',
    'clang-format swift-format ocamlformat fourmolu ormolu jsonnetfmt autoflake docformatter cmake-format comby sops',
  ],
  ['-i --replace -r', 'google-java-format ktfmt js-beautify css-beautify html-beautify'],
  ['-f --fix', 'markdownlint markdownlint-cli2'],
  ['-u --updateSnapshot --update', 'jest vitest'],
  ['-O', 'dot neato fdp sfdp twopi circo'],
  ['-F --format', 'ktlint'],
  ['-w --write', 'codespell typos 2to3 shfmt buf hclfmt terragrunt-hclfmt goimports gofumpt golines gci'],
  [
    '>',
    `sass node-sass lessc wkhtmltopdf wkhtmltoimage weasyprint ps2pdf pdftops d2 sphinx-build typst mksquashfs qpdf
    pdftoppm pdftocairo pdfimages pdfunite pdfseparate pdfcrop mutool ocrmypdf papermill composite montage vips avifenc cjxl avconv
    opusenc MP4Box mp4box ditaa appimagetool wayland-scanner cpp azcopy tesseract lame degit giget tiged single-file phantomjs gdal_translate ncks pkgbuild productbuild mkbom openrsync ddrescue encfs gocryptfs`,
  ],
  ['> get-object get-object-torrent invoke --kubeconfig=', 'aws'],
  ['> snapshot backup', 'etcdctl consul vault influx'],
  ['> export pull', 'crane'],
  ['> clone', 'gh glab'],
  ['> copy push', 'skopeo buildah'],
  ['--cidfile=', 'docker podman nerdctl'],
  ['> rec record', 'asciinema'],
  ['> screenshot pdf', 'playwright'],
  ['> copy', 'copier cdo'],
  ['> restore', 'duplicity rdiff-backup'],
  ['> bundle', 'deno'],
  ['> extract e', 'asar'],
  ['create convert build certificate', 'qemu-img step lerna hatch'],
  ['> output', 'pdftk'],
  ['fmt mirror -backup=', 'terraform tofu terragrunt'],
  ['-b', 'perltidy'],
  ['-a -A --autocorrect --auto-correct', 'rubocop'],
  ['-U --update-all', 'ast-grep sg'],
  ['-L --inplace', 'xmlstarlet'],
  ['put delete', 'dasel'],
  ['set unset', 'toml'],
  ['new init vendor --root=', 'cargo'],
  ['new init venv -t= --target=', 'uv'],
  ['create init', 'npm bun'],
  ['create init --filename=', 'yarn'],
  ['create init deploy', 'pnpm'],
  ['zipfile tarfile compileall venv --root= --build-base=', 'python python3'],
  ['format fmt fix', 'dotnet packer ruff taplo dprint php-cs-fixer zig dart'],
  ['encrypt decrypt edit rekey create', 'ansible-vault'],
  [
    'new init create create-project startproject startapp venv format',
    'poetry django-admin rails flutter lein stack nest ng vue mix rebar3',
  ],
  ['create pull package -d= --destination=', 'helm'],
  ['create-project -d= --dir= --working-dir=', 'composer'],
  ['init -p= --roles-path= --collections-path=', 'ansible-galaxy'],
  ['-x -X -R -b -e --extract --vextract --raw-extract --build --control', 'dpkg dpkg-deb'],
  ['-insert -replace -remove -create', 'plutil'],
  ['> export restore', 'defaults tmutil'],
  ['-convert -cat', 'textutil'],
  [
    '-z -Z -c -r -f -p -s -d -e -m --resampleWidth --resampleHeight --resampleHeightWidth --resampleHeightWidthMax --cropToHeightWidth --rotate --flip --setProperty --deleteProperty',
    'sips',
  ],
  ['--expand --expand-full --flatten', 'pkgutil'],
  ['--compile=', 'actool ibtool'],
  ['-file=', 'sample'],
  ['-cf= -f= -C=', 'xar'],
  ['-m -modify', 'tidy'],
  ['-I', 'mlr'],
  ['export checkout co clone', 'svn hg'],
  ['setup', 'meson'],
  ['copy copyto move moveto sync bisync mount', 'rclone'],
  ['cp mv rsync clone', 'gcloud'],
  ['extract export-tar', 'borg'],
  ['-d= --dir=', 'ouch'],
  ['-X= --extract-to=', 'atool aunpack'],
  ['x e', 'unrar rar'],
  ['-B=', 'cmake'],
  ['new init -d= -g= --destination= --site-dir= --data-file=', 'hugo jekyll mkdocs coverage doxygen'],
  ['-d= --dir= --file=', 'rollup'],
  [
    '-MF= -dumpdir= -ftime-trace= -fprofile-generate= -fprofile-instr-generate= -fprofile-dir=',
    'gcc g++ cc c++ clang clang++',
  ],
  ['DESTDIR= O= prefix= PREFIX= OUT= OUTPUT= OUTDIR= BUILDDIR=', 'make gmake'],
  ['-Map=', 'ld'],
  ['--version-path=', 'alembic'],
  [
    '-d= -D= --destination-dir=',
    'kotlinc scalac groovyc xjc babel swc tsup parcel svgr wasm-pack mdbook pybabel pyreverse javadoc jsdoc vuepress cabextract innoextract briefcase asciidoctor',
  ],
  ['-d= -s= -h=', 'javac'],
  ['-d= -r --replace', 'postcss'],
  ['-jobname= --jobname=', 'latex pdflatex xelatex lualatex'],
  ['-f=', 'ctags cscope etags'],
  ['--redirect-warnings=', 'node nodejs'],
  ['--emit=', 'rustc'],
  ['-Dmaven.repo.local= -f= --file=', 'mvn mvnw'],
  ['-f= -file= -buildfile=', 'ant'],
  ['-g= --gradle-user-home= -p= --project-dir=', 'gradle gradlew'],
  ['-b= --defines= --header=', 'bison yacc byacc'],
  ['-l=', 'nasm yasm'],
  ['--root= --src= --prefix=', 'pip pip3'],
  ['--homedir=', 'gpg gpg2'],
  ['--session=', 'http https xh httpie'],
  ['-writerand= -CAserial=', 'openssl'],
  ['--xml-file=', 'valgrind'],
  ['--archive=', 'mongodump'],
  ['-m= --multi=', 'jsonnet'],
  ['-t= --tree=', 'ansible'],
  ['--tree=', 'luarocks'],
  ['-p=', 'xgettext'],
  ['-U --update', 'msgmerge'],
  ['-ts= -qm=', 'lupdate lrelease'],
  ['--config-dir= -w=', 'certbot'],
  ['--Mdir=', 'verilator'],
  ['--file= -cf= -cvf= -cfm=', 'jar'],
  ['--file= --dir=', 'brew pulumi'],
  ['of=', 'dcfldd dc3dd'],
  ['-p= --prefix= -f= --file=', 'conda mamba micromamba'],
  ['-l= --csv= -r=', 'jmeter locust gitleaks R'],
  ['-signedjar=', 'jarsigner'],
  ['-x=', 'minisign signify'],
  ['-bare=', 'cfssljson'],
  ['-g= -e=', 'ab'],
  ['-P= --paths=', 'yt-dlp youtube-dl'],
  ['-t= --target=', 'restic'],
  ['-w=', 'wireshark tshark kubeseal espeak espeak-ng sysdig'],
  ['-d= -dest=', 'unsquashfs'],
  ['-p= --package=', 'fpm serverless sls'],
  ['-p= --path=', 'kaggle'],
  ['-b=', 'sam'],
  ['--root=', 'wandb'],
  ['-s= --state=', 'logrotate'],
  ['-D= --pgdata=', 'pg_basebackup initdb'],
  ['-sOutputFile= -o=', 'gs'],
  ['-i= --install-dir= --target=', 'gem'],
  ['gem --path=', 'bundle bundler'],
  ['--file=', 'grype syft'],
  ['-write=', 'identify'],
  ['--print-to-pdf= --screenshot= --user-data-dir=', 'chromium chromium-browser chrome google-chrome'],
  ['-r= --result-file= -T= --tab=', 'mysqldump mariadb-dump'],
  ['-cert-file= -key-file= -p12-file=', 'mkcert'],
  ['-f= --file= -d= --destination=', 'az'],
]

/** What is called so makes one file of another, and the last of several is that one. */
const CONVERTERS = /[a-z]2[a-z]|to(?:html|pdf|ps|svg|png|text|xml|json)$|[-_]conv(?:ert)?$/u

/** What a program nobody knows is told to do: make or rewrite what it is given (but `borg create` makes a copy of it) … */
const MAKING = new Set('new init create generate gen scaffold fix format fmt write'.split(' '))
/** … or leave something where the last word says. */
const LEAVING = new Set('cp copy pull sync mirror download save convert clone mv move extract unpack'.split(' '))
/** They may stand behind another: `hugo new site x`, `vercel env pull x`. */
const LATEST_VERB = 2

/** With one of these, formatters only tell what they would write, unless another flag speaks of that again. */
const LOOKS: ReadonlySet<string> = new Set(
  '--check -check --check-only --check-formatted --dry-run --diff --lint -lint --output=none'.split(' '),
)
const WRITES_AGAIN = /^-.*(?:emit|write|place|fix|apply|config|out)/iu

/** Names of flags that say so of whatever program has them. */
const IN_PLACE: ReadonlySet<string> = new Set(
  '--in-place --inplace --write --overwrite --rewrite --reformat --replace --fix --apply --autofix --autocorrect'.split(
    ' ',
  ),
)

const lists = new NameLists(WRITERS.map(([, names]) => names))
/** By list, when first met. */
const words: (readonly string[] | undefined)[] = []

/** What a command whose effects do not tell all that it does may write. */
export function guessWrites(draft: Draft): void {
  const [program] = draft.argv
  const list = typeof program === 'string' ? lists.find(program) : -1
  if (list >= 0 && guessTold(draft, (words[list] ??= WRITERS[list]?.[0].split(' ') ?? []))) return
  // `create-vite app`: what makes a project is called so.
  if (startsWith(program ?? '', 'create-')) return guessOperands(draft)
  if (CONVERTERS.test(program ?? '')) guessLast(draft)
  if (!tellsOperands(draft)) guessVerb(draft)
  for (let index = 1; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word != null && startsWith(word, '--') && IN_PLACE.has(word)) return guessOperands(draft)
  }
}

/** Whether a table says what its operands are. */
function tellsOperands({ known, named, table: { head, rest, tail } }: Draft): boolean {
  return known && named && (head.length > 0 || rest !== undefined || tail.length > 0)
}

function guessVerb(draft: Draft): void {
  for (let at = 1; at <= LATEST_VERB; at++) {
    const word = draft.argv[at]
    if (word == null || startsWith(word, '-')) return
    // `schema:download`.
    const verb = word.slice(word.lastIndexOf(':') + 1)
    if (verb === 'create' && draft.argv[0] === 'borg') return
    if (MAKING.has(verb)) return guessOperands(draft, false, isInput)
    if (LEAVING.has(verb)) return guessLast(draft)
  }
}

/** True when nothing more can be told. */
function guessTold(draft: Draft, told: readonly string[]): boolean {
  for (const flag of told) if (flag.endsWith('=')) guessBehind(draft, flag.slice(0, -1))
  const [first = ''] = told
  const always = told.length === 1 && (first === '' || first === '!' || first === '>')
  if (!always && !draft.argv.some((word) => word !== null && told.includes(word))) return false
  if (first === '>') guessLast(draft)
  else guessOperands(draft, first === '!')
  return true
}

export function onlyLooks(argv: readonly Word[]): boolean {
  const looks = argv.find((word) => word !== null && LOOKS.has(word))
  return looks !== undefined && argv.every((word) => word === looks || word === null || !WRITES_AGAIN.test(word))
}

/** `spared`: which flags say that the word behind them is no operand. */
function guessOperands(draft: Draft, deleted = false, spared?: (flag: string) => boolean): void {
  if (onlyLooks(draft.argv)) return
  draft.argv.forEach((word, index) => {
    if (index === 0 || word === null || startsWith(word, '-') || spared?.(draft.argv[index - 1] ?? '') === true) return
    addWrite(draft, deleted ? 'delete' : 'modify', index, word, GUESS | (deleted ? TREE : 0) | globAt(draft, index))
    if (deleted) addPattern(draft, 'delete', index, word)
    else if (isFolderLike(word)) addWalked(draft, index, word, '*')
  })
  if (!deleted && rewritesAll(draft.argv)) addWalked(draft, 0, '.', '*')
}

/** `ruff format`, `biome check --write`: where nothing is named, what is rewritten is all that lies here. */
function rewritesAll(argv: readonly Word[]): boolean {
  const named = argv.findIndex((word, index) => index > 0 && (word === null || !startsWith(word, '-')))
  if (named < 0) return argv.some((word) => word !== null && (ALL_BY_FLAG.has(word) || isCorrecting(word, argv)))
  const verb = named === 1 ? (argv[1] ?? '') : ''
  if (argv.some((word, index) => index > 1 && (word === null || !startsWith(word, '-')))) return false
  return ALL_BY_VERB.has(verb) || (CHECKING.has(verb) && argv.some((word) => word !== null && ALL_BY_FLAG.has(word)))
}

const ALL_BY_FLAG = new Set('--fix --write --autofix --autocorrect --reformat'.split(' '))

/** `rubocop -a`; to others the letter says something else. */
function isCorrecting(word: string, [program]: readonly Word[]): boolean {
  return program === 'rubocop' && /^-[aA]$/u.test(word)
}

const ALL_BY_VERB = new Set(['format', 'fmt', 'fix'])
const CHECKING = new Set(['check', 'lint', 'run'])

function guessLast(draft: Draft): void {
  const last = draft.argv.length - 1
  const word = draft.argv[last]
  if (last < 1 || typeof word !== 'string' || startsWith(word, '-')) return
  if (last > 1) addWrite(draft, 'modify', last, word.replace(KIND, ''), GUESS)
  // `sass in:out`.
  const colon = word.indexOf(':')
  if (colon > 0 && !includes(word, '://')) addWrite(draft, 'modify', last, word.slice(colon + 1), GUESS)
}

/** `dir:out`, `oci-archive:out.tar`: what kind of copy is made there. */
const KIND = /^(?:dir|oci|oci-archive|docker-archive):/u

function guessBehind(draft: Draft, flag: string): void {
  draft.argv.forEach((word, index) => {
    if (word === null || !startsWith(word, flag)) return
    const glued = word.slice(flag.length).replace(/^=/u, '')
    const value = glued === '' ? draft.argv[index + 1] : glued
    if (typeof value === 'string') guessOutput(draft, glued === '' ? index + 1 : index, value)
  })
}
