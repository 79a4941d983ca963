/**
 * Part of the wrapper catalogue, data: programs that are no wrappers, but have options or operands that carry a
 * command. Read by `carriers.ts`.
 */

/** Settings of apt that hold commands; each may be part of a list. */
const HOOKS_OF_APT =
  'APT::Update::Pre-Invoke APT::Update::Post-Invoke-Success APT::Update::Post-Invoke DPkg::Pre-Invoke DPkg::Post-Invoke DPkg::Pre-Install-Pkgs Dir::Bin::dpkg Dir::Bin::apt-key'
    .split(' ')
    .flatMap((name) => [`${name}::`, name])
    .join('|')

/** Properties of a service that hold commands. */
const EXECS = 'Start StartPre StartPost Stop StopPost Reload Condition'
  .split(' ')
  .map((when) => `~Exec${when}=`)
  .join('|')

/**
 * Each option is followed by `@` and the text that must stand before the command in its value. Several texts are
 * separated by `|`; an empty one means the whole value, and `<` means that commands stand in it as they do in its
 * language (see `texts.ts`). `~` before a text: it may also follow other words of the value. `#`: it follows a colon.
 * `=lua`: the value is a file that is run as `lua file` would be, and `*.lua=lua`: if it ends so. `¦` stands for a bar. `+` alone is the way in which vi is given a command.
 */
export const CARRIERS: Readonly<Record<string, string>> = {
  ack: '--pager@',
  ag: '--pager@',
  apt: `-o@${HOOKS_OF_APT} --option@${HOOKS_OF_APT}`,
  aria2c:
    '--on-download-complete@ --on-download-start@ --on-download-error@ --on-download-pause@ --on-download-stop@ --on-bt-download-complete@',
  asciinema: '-c@ --command@',
  aws: '--command@ --parameters@commands|command',
  az: '--scripts@ --command@',
  bat: '--pager@',
  bazel: '--run_under@ --workspace_status_command@',
  bazelisk: '--run_under@ --workspace_status_command@',
  borg: '--rsh@ --remote-path@',
  bpftrace: '-c@ -e@<',
  cargo: '-s@ --shell@ -C@~linker=',
  cdk: '-a@ --app@',
  chokidar: '-c@ --command@',
  chromium:
    '--renderer-cmd-prefix@ --utility-cmd-prefix@ --gpu-launcher@ --ppapi-plugin-launcher@ --browser-subprocess-path@',
  clickhouse: '-q@< --query@<',
  'clickhouse-client': '-q@< --query@<',
  'clickhouse-local': '-q@< --query@<',
  cloc: '--extract-with@',
  coredumpctl: '--debugger@',
  cpio: '--rsh-command@ --rmt-command@',
  ctest: '--test-command@ --build-makeprogram@',
  deno: '--eval@',
  diff3: '--diff-program@',
  doctl: '--ssh-command@',
  dpkg: '--pre-invoke@ --post-invoke@',
  'dpkg-buildpackage':
    '--hook-init@ --hook-preclean@ --hook-source@ --hook-build@ --hook-binary@ --hook-buildinfo@ --hook-changes@ --hook-postclean@ --hook-check@ --hook-sign@ --hook-done@ --check-command@ --sign-command@ --rules-file@ --root-command@',
  // These also count after a file, where other programs would have words for a script.
  emacs: '--eval@< -eval@< --execute@<',
  et: '-c@ --command@',
  exiftool: '-if@< -p@<',
  fzf: '--preview@ --bind@< --history@ --with-shell@',
  gdb: '-ex@shell|!|make|pipe|python -iex@shell|!|pipe|python --eval-command@shell|!|pipe|python --ex@shell|!|pipe|python --init-eval-command@shell|!|pipe|python -ex@< -iex@< --eval-command@< --ex@< --init-eval-command@<',
  ghc: '-pgmF@ -pgmL@ -pgmP@ -pgmc@ -pgma@ -pgml@',
  go: '-exec@ -toolexec@ -vettool@ --exec@ --toolexec@ -ldflags@~-extld |~-extld= --ldflags@~-extld |~-extld=',
  gpg: '--photo-viewer@ --agent-program@ --pinentry-program@ --dirmngr-program@ --keyboxd-program@',
  gradle: '-Dorg.gradle.jvmargs@~-XX:OnError=|~-XX:OnOutOfMemoryError=',
  gs: '-sOutputFile@¦|%pipe% -o@¦|%pipe%',
  helm: '--post-renderer@',
  java: '-XX:OnError@ -XX:OnOutOfMemoryError@',
  ipython: '-c@< --c@<',
  just: '--shell@ --chooser@',
  kak: '-e@< -E@<',
  latexmk: '-e@< -latex@ -pdflatex@ -lualatex@ -xelatex@',
  lf: '-command@$|!|&',
  lftp: '-c@! -e@!',
  lldb: '-o@platform shell|shell|script --one-line@platform shell|shell -O@platform shell|shell',
  lynx: '-editor@',
  mail: '--exec@!',
  man: '-P@ --pager@ -H@ --html@',
  mlr: '--prepipe@ --prepipex@',
  matlab: '-r@< -batch@<',
  mix: '-e@< --eval@<',
  mongo: '--eval@<',
  mongosh: '--eval@<',
  mutt: '-e@!',
  mvn: '-Dexec.executable@',
  mysql: '--pager@ -e@< --execute@< --init-command@<',
  nano: '-s@ --speller@',
  nc: '-e@ -c@ --exec@ --sh-exec@',
  ncat: '-e@ -c@ --exec@ --sh-exec@',
  netcat: '-e@ -c@ --exec@ --sh-exec@',
  nim: '--eval@<',
  nodemon: '-x@ --exec@',
  npm: '--script-shell@ --node-options@NODE_OPTIONS= --shell@ --editor@ --browser@ --viewer@ --git@',
  openvpn: '--up@ --down@ --plugin@',
  pandoc:
    '-F@ --filter@ --pdf-engine@ -L@=lua --lua-filter@=lua -f@*.lua=lua -r@*.lua=lua --from@*.lua=lua --read@*.lua=lua -t@*.lua=lua -w@*.lua=lua --to@*.lua=lua --write@*.lua=lua',
  php: '--execute@<',
  pip: '--editor@ --python@',
  pnpm: '--script-shell@',
  psql: '-c@< --command@< -o@¦ --output@¦',
  pylint: '--init-hook@<',
  ranger: '--cmd@shell',
  rclone: '--password-command@ --sftp-ssh@',
  rebar3: '--eval@<',
  restic: '--password-command@ -o@sftp.command --option@sftp.command',
  rg: '--pre@ --hostname-bin@',
  rpm: '--pipe@ --eval@< -E@< --define@< -D@< --predefine@< --dbpath@<',
  rsync: '-e@ --rsh@ --rsync-path@ -M@--rsync-path|--rsh --remote-option@--rsync-path|--rsh',
  rustc: '-C@linker --codegen@linker',
  sbatch: '--wrap@',
  scp: '-S@ -D@ -o@ProxyCommand|LocalCommand|KnownHostsCommand',
  sdiff: '--diff-program@',
  sftp: '-S@ -D@ -o@ProxyCommand|LocalCommand|KnownHostsCommand',
  sk: '--preview@ --bind@< -c@ --cmd@',
  smbclient: '-c@! --command@!',
  sort: '--compress-program@',
  split: '--filter@',
  sqlcmd: '-q@< -Q@<',
  sqlite3: '-cmd@<',
  ssh: '-o@ProxyCommand|LocalCommand|KnownHostsCommand',
  sshuttle: '-e@ --ssh-cmd@',
  sshfs: '-o@~ssh_command=|~directport=|~sftp_server=',
  strace: '-o@¦|! --output@¦|!',
  svn: '--editor-cmd@ --diff-cmd@ --diff3-cmd@',
  'systemd-run': `-p@${EXECS} --property@${EXECS}`,
  tar: '--to-command@ --use-compress-program@ -I@ --checkpoint-action@exec --info-script@ --new-volume-script@ -F@ --rsh-command@ --rmt-command@',
  tcpdump: '-z@',
  terragrunt: '--terragrunt-tfpath@ --tf-path@',
  tox: '-x@testenv.commands --override@testenv.commands',
  tsc: '--onSuccess@',
  tsup: '--onSuccess@',
  'tsc-watch': '--onSuccess@ --onFailure@ --onFirstSuccess@',
  ugrep: '--pager@ --filter@#',
  valgrind: '--db-command@',
  vault: '-exec@',
  vifm: '-c@!|:! +@!|:!',
  vim: '-c@< --cmd@< +@< --remote-send@< --remote-expr@<',
  'watchman-make': '--run@ -r@',
  weechat: '-r@/exec --run-command@/exec',
  wget: '--use-askpass@ -e@~use_askpass|~use-askpass|~useaskpass --execute@~use_askpass|~use-askpass|~useaskpass',
  'yt-dlp':
    '--exec@# --exec@ --exec-before-download@ --downloader@ --external-downloader@ --netrc-cmd@ --postprocessor-args@exec:',
  zip: '-TT@ --unzip-command@',
  zmv: '-p@ -P@',
}

/** Programs that have such an option for rare cases, while one rule covers everything else they do. */
export const LENT =
  'apt apt-cache apt-get aptitude bat bazel bazelisk borg ctest deno dpkg go gpg gradle helm java mix mvn nc ncat netcat npm pandoc php pnpm rclone restic rpm rpmbuild rpmspec rustc ssh svn terragrunt tox yt-dlp'.split(
    ' ',
  )

/**
 * Commands that such an option usually names. They are as ordinary as the program itself, so a rule for the program
 * covers them.
 */
export const USUAL: Readonly<Record<string, string>> = {
  bat: 'cat less more',
  borg: 'ssh',
  cargo: 'cc clang gcc lld mold rust-lld sccache',
  mvn: 'java',
  pandoc:
    'context groff latexmk lualatex pagedjs-cli pandoc-citeproc pandoc-crossref pdflatex pdfroff prince tectonic typst weasyprint wkhtmltopdf xelatex',
  svn: 'colordiff diff',
  terragrunt: 'terraform tofu',
  'yt-dlp': 'aria2c curl ffmpeg wget',
}

/** Programs that take the same options as another. */
export const ALIKE: Readonly<Record<string, string>> = {
  'apt-cache': 'apt',
  'apt-get': 'apt',
  aptitude: 'apt',
  batcat: 'bat',
  bsdtar: 'tar',
  chrome: 'chromium',
  'chromium-browser': 'chromium',
  'google-chrome': 'chromium',
  'google-chrome-stable': 'chromium',
  gpg2: 'gpg',
  gradlew: 'gradle',
  gtar: 'tar',
  mailx: 'mail',
  mariadb: 'mysql',
  pip3: 'pip',
  rpmbuild: 'rpm',
  rpmspec: 'rpm',
  ug: 'ugrep',
  'youtube-dl': 'yt-dlp',
}

/** Programs whose operands are scripts, with the options of the program itself (see `options.ts`). */
export const SCRIPT_OPERANDS: Readonly<Record<string, string>> = {
  concurrently:
    '-n= --names= -c= --prefix-colors= -p= --prefix= -m= --max-processes= -s= --success= --restart-tries= --restart-after= --kill-signal= -l= --prefix-length= -t= --timestamp-format= --default-input-target= --name-separator= --hide= --teardown@ -k --kill-others --kill-others-on-fail -r --raw -g --group -i --handle-input --no-color -P --passthrough-arguments --timings ~-h ~--help ~-v ~--version',
  hyperfine:
    '-w= --warmup= -m= --min-runs= -M= --max-runs= -r= --runs= -s@ --setup@ -p@ --prepare@ -c@ --cleanup@ --conclude@ --reference@ -P -D= -L -S@ --shell@ -N -i --ignore-failure --style= --sort= -u= --time-unit= --export-json= --export-csv= --export-markdown= --export-asciidoc= --export-orgmode= --show-output --output= --input= -n= --command-name= ~--help ~--version',
  mispipe: '',
  'npm-run-all': '',
  pee: '--no-ignore-sigpipe --no-ignore-write-errors --ignore-sigpipe --ignore-write-errors',
  rush: '-j= -d= -D= -r= -t= -i= -n= -s= -T= -v= -k --keep-order -e -q --dry-run -c -C= ~-h ~--help ~-V',
  'run-p': '',
  'run-s': '',
  'start-server-and-test': '',
  mprocs: '-c= --config= -s= --server= --names= --ctl= --npm',
}
