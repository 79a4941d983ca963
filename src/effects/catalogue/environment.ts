/**
 * Part of the catalogue: what setting a variable before a command can do.
 *
 * INVARIANT: `harmless` is proven by name and by value; a value that could be a path, an expression or a makefile macro
 * is not harmless. A name that is on no list is unknown, which is never read-only and never covered by an allow rule.
 */

import type { Word } from '../../engine/effect.ts'

export type EnvEffect = 'harmless' | 'dangerous' | 'unknown'

/** Harmless with any plain value, and with one that is not known: programs look only at its presence or at a number. */
const ANY_VALUE = words(`
  CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM DO_NOT_TRACK
  PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONUTF8 PYTHONFAULTHANDLER PYTHONHASHSEED
  RUST_BACKTRACE CARGO_TERM_COLOR CARGO_INCREMENTAL GOMAXPROCS PY_COLORS HGPLAIN LESSSECURE
  GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_MERGE_AUTOEDIT GIT_ADVICE GIT_AUTHOR_DATE GIT_COMMITTER_DATE
  NEXT_TELEMETRY_DISABLED DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_NOLOGO ASTRO_TELEMETRY_DISABLED GATSBY_TELEMETRY_DISABLED
  NUXT_TELEMETRY_DISABLED STORYBOOK_DISABLE_TELEMETRY TURBO_TELEMETRY_DISABLED CHECKPOINT_DISABLE AZURE_CORE_COLLECT_TELEMETRY
  HOMEBREW_NO_AUTO_UPDATE HOMEBREW_NO_ANALYTICS HOMEBREW_NO_ENV_HINTS HOMEBREW_NO_INSTALL_CLEANUP HOMEBREW_NO_COLOR
  PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_INPUT PIP_NO_COLOR UV_NO_PROGRESS NO_UPDATE_NOTIFIER ADBLOCK DISABLE_OPENCOLLECTIVE
  npm_config_color npm_config_progress npm_config_fund npm_config_audit npm_config_loglevel npm_config_update_notifier
  NODE_NO_WARNINGS PYTEST_DISABLE_PLUGIN_AUTOLOAD UV_OFFLINE UV_FROZEN UV_LOCKED POETRY_NO_INTERACTION COMPOSER_NO_INTERACTION ANSIBLE_NOCOLOR
  GH_PROMPT_DISABLED GH_NO_UPDATE_NOTIFIER PULUMI_SKIP_UPDATE_CHECK HF_HUB_OFFLINE TRANSFORMERS_OFFLINE TOKENIZERS_PARALLELISM
  CARGO_NET_OFFLINE CARGO_TERM_QUIET CARGO_TERM_VERBOSE CARGO_TERM_PROGRESS_WHEN
  NPM_CONFIG_COLOR NPM_CONFIG_PROGRESS NPM_CONFIG_FUND NPM_CONFIG_AUDIT NPM_CONFIG_LOGLEVEL NPM_CONFIG_UPDATE_NOTIFIER
`)

/** Harmless only if the value consists of letters, digits and `_ . , : * + - = @`: a locale, a filter, a terminal. */
const PLAIN_VALUE = words(`
  LANG LANGUAGE TERM DEBUG RUST_LOG RUST_LOG_STYLE LOG_LEVEL LOGLEVEL PYTHONIOENCODING GREP_COLOR GREP_COLORS LS_COLORS
  EZA_COLORS EXA_COLORS JQ_COLORS DEBIAN_FRONTEND GOOS GOARCH CGO_ENABLED MSYS SOURCE_DATE_EPOCH
  BROWSERSLIST_IGNORE_OLD_DATA TF_IN_AUTOMATION TF_INPUT VITEST_MAX_THREADS JEST_MAX_WORKERS
`)

/** Harmless with one of these values. */
const LISTED_VALUE: ReadonlyMap<string, readonly string[]> = new Map([
  ['NODE_ENV', ['test', 'development', 'production']],
  ...listed('BABEL_ENV APP_ENV RAILS_ENV RACK_ENV MIX_ENV FLASK_ENV', ['test', 'testing', 'development']),
  ...listed('ASPNETCORE_ENVIRONMENT DOTNET_ENVIRONMENT', ['Test', 'Testing', 'Development']),
  ...listed('RUSTFLAGS RUSTDOCFLAGS', ['-D warnings', '-Dwarnings', '-A warnings', '-Awarnings']),
  ['GO111MODULE', ['on', 'off', 'auto']],
  ['GOTOOLCHAIN', ['local']],
  ['GOWORK', ['off']],
  ['DOCKER_BUILDKIT', ['0', '1']],
  ['BUILDKIT_PROGRESS', ['plain', 'auto', 'tty', 'quiet']],
  ['COMPOSE_PROGRESS', ['plain', 'auto', 'tty', 'quiet']],
  ['COMPOSE_ANSI', ['never', 'always', 'auto']],
  ['PYTHONWARNINGS', ['ignore', 'default', 'always', 'once', 'error']],
  ['MPLBACKEND', ['Agg', 'agg']],
  ['WANDB_MODE', ['disabled', 'offline']],
  ['QT_QPA_PLATFORM', ['offscreen', 'minimal']],
  ['SDL_VIDEODRIVER', ['dummy']],
  ['XDEBUG_MODE', ['off', 'coverage']],
  ['BROWSER', ['none']],
  ['PLAYWRIGHT_HTML_OPEN', ['never']],
  ['TS_NODE_TRANSPILE_ONLY', ['1', 'true']],
  ['ESLINT_USE_FLAT_CONFIG', ['true', 'false']],
  ['NX_DAEMON', ['true', 'false']],
  ['GENERATE_SOURCEMAP', ['true', 'false']],
  ...listed('PAGER GIT_PAGER GH_PAGER MANPAGER SYSTEMD_PAGER BAT_PAGER DELTA_PAGER AWS_PAGER PSQL_PAGER', ['', 'cat']),
  ...listed('EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR', ['true', ':', '/bin/true', '/usr/bin/true']),
  // `CDPATH= cd x`: then `cd` goes only to the folder as it is spelled.
  ['CDPATH', ['']],
  ['VERBOSE', ['0', '1', 'true', 'false']],
  ['TF_LOG', ['info', 'warn', 'error', 'off', 'INFO', 'WARN', 'ERROR', 'OFF']],
  ['LESS', ['R', '-R', 'FRX', '-FRX', '-F -R -X']],
])

/** Options of Node that load no code and read no file. */
const NODE_OPTION =
  /^--(?:(?:max-old-space-size|max_old_space_size|max-semi-space-size|stack-trace-limit|max-http-header-size)=\d{1,9}|no-warnings|no-deprecation|trace-warnings|trace-deprecation|trace-uncaught|enable-source-maps|experimental-vm-modules|unhandled-rejections=(?:strict|warn|none|throw))$/u

/** Options of the Java machine that only set sizes, the encoding or the time zone. */
const JAVA_OPTION =
  /^-(?:X(?:m[xsn]|ss)\d{1,9}[kKmMgG]?|XX:Max(?:Metaspace|Perm)Size=\d{1,9}[kKmMgG]?|XX:[+-]Use\w{1,20}GC|Dfile\.encoding=[\w-]{1,20}|Duser\.timezone=\w{1,20}|Djava\.awt\.headless=(?:true|false)|Dorg\.gradle\.daemon=(?:true|false))$/u

const GO_FLAG =
  /^-(?:mod=(?:readonly|vendor)|count=\d{1,6}|p=\d{1,6}|v|race|short|buildvcs=(?:true|false|auto)|trimpath)$/u

/** Harmless if each option in the value is one of these. */
const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['NODE_OPTIONS', NODE_OPTION],
  ['GOFLAGS', GO_FLAG],
  ...listed('JAVA_OPTS MAVEN_OPTS GRADLE_OPTS SBT_OPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS', JAVA_OPTION),
])

const HARMLESS_PREFIXES = ['LC_']
/**
 * bash evaluates what is assigned to these as arithmetic, and runs a command that stands in a subscript of it; from
 * `COLUMNS` on, zsh does.
 */
const SUMS = `OPTIND RANDOM SRANDOM SECONDS LINENO HISTCMD
  COLUMNS LINES SAVEHIST KEYTIMEOUT FUNCNEST LISTMAX ERRNO UID GID EUID EGID TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT`

export function isSum(name: string): boolean {
  return EVALUATED.has(name)
}

const EVALUATED = words(SUMS)

const NUMBER_VALUE = words(
  `${SUMS} PORT TIMEOUT MAX_WORKERS GOGC UV_THREADPOOL_SIZE OMP_NUM_THREADS RAYON_NUM_THREADS JOBS CARGO_BUILD_JOBS
  RUST_TEST_THREADS RUST_MIN_STACK MKL_NUM_THREADS OPENBLAS_NUM_THREADS NUMEXPR_NUM_THREADS TF_CPP_MIN_LOG_LEVEL MANWIDTH`,
)

/**
 * As lists, zsh uses these names for itself: `path` is `PATH`, and what is put into `functions` becomes a function. As
 * plain text variables they are in common use.
 */
const KEPT_LISTS: ReadonlySet<string> = new Set(['path', 'argv', 'commands', 'functions', 'aliases'])

export function isKeptList(name: string): boolean {
  return KEPT_LISTS.has(name)
}

/**
 * Names that choose what code runs, which files configure it, or whom it talks to. The names directly after `SUMS` are
 * those that zsh uses for itself.
 */
const DANGEROUS = words(`
  ${SUMS}
  histchars cdpath fpath manpath mailpath module_path galiases saliases nameddirs dirstack
  dis_functions dis_aliases dis_galiases dis_saliases precmd_functions preexec_functions chpwd_functions periodic_functions
  zshexit_functions zshaddhistory_functions NULLCMD READNULLCMD PROMPT PROMPT4 RPROMPT RPROMPT2 RPS1 RPS2 PSVAR psvar
  PATH HOME USER LOGNAME SHELL PWD OLDPWD IFS ENV CDPATH GLOBIGNORE EXECIGNORE FIGNORE SHELLOPTS BASHOPTS SHLVL
  PROMPT_COMMAND PROMPT_DIRTRIM PIPESTATUS PS0 PS1 PS2 PS3 PS4 POSIXLY_CORRECT INPUTRC FCEDIT FPATH ZDOTDIR MAILCHECK MAILPATH TMOUT
  PAGER EDITOR VISUAL BROWSER SUDO_EDITOR SUDO_ASKPASS SSH_ASKPASS MANPAGER MANPATH MANOPT MANROFFOPT LESS LESSOPEN LESSCLOSE
  LESSKEY LESSKEYIN LESSEDIT MORE MOST_EDITOR SYSTEMD_EDITOR SYSTEMD_PAGER SYSTEMD_PAGERSECURE TEXINPUTS TEXMFCNF
  CC CXX CPP LD AR AS NM FC F77 CFLAGS CXXFLAGS CPPFLAGS LDFLAGS RUSTC RUSTDOC RUSTFLAGS RUSTDOCFLAGS COMPILER_PATH CPATH LIBRARY_PATH
  C_INCLUDE_PATH PKG_CONFIG PKG_CONFIG_PATH CONFIG_SHELL SED AWK GREP INSTALL
  CLASSPATH JAVA_HOME JAVA_OPTS JAVACMD MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS SBT_OPTS ANT_OPTS ANT_ARGS SCALA_HOME GROOVY_HOME
  RIPGREP_CONFIG_PATH GREP_OPTIONS TAR_OPTIONS GZIP BZIP BZIP2 XZ_OPT XZ_DEFAULTS ZIPOPT ZIPINFO UNZIP TAPE RSYNC_RSH RSYNC_PROXY
  RSYNC_CONNECT_PROG CVS_RSH WGETRC CURL_HOME CURL_CA_BUNDLE ACKRC ACK_OPTIONS ACK_PAGER JQ_LIBRARY_PATH NETRC
  TMPDIR TMP TEMP TERMINFO TERMINFO_DIRS TERMCAP NLSPATH LOCPATH TEXTDOMAINDIR GCONV_PATH TZDIR HOSTALIASES LOCALDOMAIN RES_OPTIONS
  RESOLV_HOST_CONF MALLOC_CHECK_ MALLOC_TRACE GLIBC_TUNABLES GETCONF_DIR NIS_PATH
  PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONWARNINGS PYTHONINSPECT PYTHONEXECUTABLE PYTHONUSERBASE PYTHONBREAKPOINT PYTHONPLATLIBDIR PYTHONPYCACHEPREFIX
  PYTEST_ADDOPTS PYTEST_PLUGINS VIRTUAL_ENV MYPYPATH PERLLIB LUA_INIT LUA_PATH LUA_CPATH
  http_proxy https_proxy ftp_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR
  REQUESTS_CA_BUNDLE SSLKEYLOGFILE KUBECONFIG KUBE_EDITOR DATABASE_URL REDIS_URL MONGO_URL DISPLAY WAYLAND_DISPLAY XAUTHORITY
  VSCODE_CLI EMACSLOADPATH VIMINIT EXINIT VIM VIMRUNTIME MYVIMRC NVIM_APPNAME SCREENRC TMUX TMUX_TMPDIR
  MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES MAKEOVERRIDES LEIN_JVM_OPTS
  BORG_RSH BORG_PASSCOMMAND RESTIC_PASSWORD_COMMAND RCLONE_PASSWORD_COMMAND FFREPORT
  GIO_EXTRA_MODULES GRADLE_USER_HOME GUNICORN_CMD_ARGS IRBRC MAILCAPS PRYRC STARSHIP_CONFIG shell_escape shell_escape_commands
`)

const DANGEROUS_PREFIXES = list(`
  LD_ DYLD_ BASH_ GIT_ PERL5 PERL_ RUBY GEM_ BUNDLE_ PHP NODE_ NPM_CONFIG_ npm_config_ npm_package_ YARN_ PNPM_ BUN_ DENO_ COREPACK_
  ELECTRON_ NVM_ VOLTA_ TS_NODE_ JAVA_TOOL_ _JAVA_ JDK_JAVA_ GOPATH GOPROXY GOFLAGS GOROOT GOBIN GOENV GONO GOPRIVATE GOSUM GOINSECURE
  GOTOOL GOAUTH CGO_ CARGO_ RUSTC_ RUSTUP_ DOTNET_ MSBUILD COMPlus_ CORECLR_ NUGET_ ERL_ ELIXIR_ MIX_ HEX_ PIP_ UV_ POETRY_ PIPENV_ PIPX_ CONDA_
  MAMBA_ SSL_ OPENSSL_ SSH_ SVN_ HG XDG_ DOCKER_ BUILDKIT_ BUILDX_ COMPOSE_ CONTAINERS_ CONTAINER_ PODMAN_ KUBE HELM_ TF_ TERRAFORM_ PULUMI_ ANSIBLE_
  VAGRANT_ AWS_ BOTO_ GOOGLE_ CLOUDSDK_ GCLOUD_ AZURE_ ARM_ DIGITALOCEAN_ HEROKU_ CLOUDFLARE_ VAULT_ CONSUL_ NOMAD_ GH_ GITHUB_ GITLAB_ GLAB_ PG PSQL MYSQL
  REDIS MONGO SQLITE_ ORACLE_ FZF_ BAT_ DELTA_ LESS_ MAN_ GROFF_ DBUS_ SYSTEMD_ SUDO_ WINE HIST CMAKE_ MAKE CTEST_ GTK_ QT_ PLAYWRIGHT_ PUPPETEER_
  CYPRESS_ JEST_ VITE_ NEXT_ NUXT_ HOMEBREW_ APT_ DPKG_ RPM_ MISE_ ASDF_ DIRENV_ OPAM CAML GHC STACK_ CABAL_ R_ JULIA_ COUNTERSIGN_ CLAUDE_ CODEX_ GEMINI_
  ANTHROPIC_ OPENAI_ COPILOT_ CURSOR_ JJ_ LUA_INIT NIX_ PARALLEL PASSWORD_STORE_ SKIM_
`)

/** Programs that read every variable as a macro of their own, so that even a mere switch may be an expression. */
const MACRO_PROGRAMS = words('make gmake bmake just nmake')
const PLAIN = /^[\w.,:*+=@%-]*$/u
const TIME_ZONE = /^(?!\/)(?!.*\.\.)[\w+/,.<>-]*$/u
/** Where a program of that name may be taken for the one that everybody means; an empty name is the current folder. */
const SYSTEM_FOLDERS =
  /^(?:(?:\/usr(?:\/local)?)?\/s?bin|\/opt\/homebrew\/bin)(?::(?:(?:\/usr(?:\/local)?)?\/s?bin|\/opt\/homebrew\/bin))*$/u
const DATE = /^[\w :+.,@/-]*$/u
const DIGITS = /^\d{1,9}$/u

/** What a `NAME=value` before `program` does to it; `value` is null if it is computed. */
export function envEffect(name: string, value: Word, program: string | null): EnvEffect {
  if (isHarmless(name, value, program)) return 'harmless'
  return isDangerous(name) ? 'dangerous' : 'unknown'
}

function isHarmless(name: string, value: Word, program: string | null): boolean {
  // `IFS= read -r line` sets the separator for that one builtin only.
  if (name === 'IFS' && program === 'read') return value !== null && value.length < 8
  if (value === null) return ANY_VALUE.has(name) && program !== null && !MACRO_PROGRAMS.has(program)
  const listedValues = LISTED_VALUE.get(name)
  if (listedValues !== undefined) return listedValues.includes(value)
  if (value.length > 256) return false
  const option = OPTIONS.get(name)
  if (option !== undefined) return value.split(' ').every((one) => option.test(one))
  if (name === 'TZ') return TIME_ZONE.test(value)
  if (name === 'PATH') return SYSTEM_FOLDERS.test(value)
  if (name === 'GIT_AUTHOR_DATE' || name === 'GIT_COMMITTER_DATE') return DATE.test(value)
  if (NUMBER_VALUE.has(name)) return DIGITS.test(value)
  if (!ANY_VALUE.has(name) && !PLAIN_VALUE.has(name) && !startsWithOne(name, HARMLESS_PREFIXES)) return false
  return PLAIN.test(value)
}

function isDangerous(name: string): boolean {
  return DANGEROUS.has(name) || startsWithOne(name, dangerousFrom(name.charAt(0)))
}

/** Those of the prefixes that begin with that letter: all of them are too many to be tried for each `f` of a loop. */
function dangerousFrom(letter: string): readonly string[] {
  let found = dangerousByLetter.get(letter)
  if (found === undefined) {
    found = DANGEROUS_PREFIXES().filter((prefix) => prefix.startsWith(letter))
    dangerousByLetter.set(letter, found)
  }
  return found
}

/** No more than there are characters that a name can begin with. */
const dangerousByLetter = new Map<string, readonly string[]>()

/** What a builtin changes for the commands that follow. */
export type ShellChange = 'variables' | 'names' | 'options' | 'code' | 'directory' | 'limits'

const SHELL_CHANGES: ReadonlyMap<string, ShellChange> = new Map([
  ...changes(
    'variables',
    'export declare typeset local readonly unset read mapfile readarray getopts let printf integer float',
  ),
  ...changes(
    'names',
    'alias unalias hash enable disable function unfunction functions rehash complete compopt bind autoload zmodload compdef',
  ),
  ...changes('options', 'set shopt setopt unsetopt emulate'),
  ...changes('code', 'source . eval exec trap coproc'),
  ...changes('directory', 'cd pushd popd chdir'),
  ...changes('limits', 'ulimit umask limit unlimit'),
])

/** Which part of the shell's state a builtin changes; undefined if later commands behave as before. */
export function changesShell(program: string): ShellChange | undefined {
  return SHELL_CHANGES.get(program)
}

/**
 * The builtin can set variables by name. The first argument tells `printf -v` from an everyday `printf`, and
 * `command printf -v` from a `command -v`; if it is not given, the builtin counts.
 */
export function changesVariables(program: string, first?: Word): boolean {
  const change = changesShell(program)
  if (program === 'printf') return first === undefined || first === null || first.startsWith('-')
  if (program === 'command' || program === 'builtin') return first !== '-v' && first !== '-V'
  return change === 'variables' || change === 'code'
}

/** Turns the text into a set on first use, because most calls set no variable. */
function words(text: string): Pick<ReadonlySet<string>, 'has'> {
  let set: ReadonlySet<string> | undefined
  return { has: (name) => (set ??= new Set(list(text)())).has(name) }
}

function list(text: string): () => readonly string[] {
  let made: readonly string[] | undefined
  return () => (made ??= text.trim().split(/\s+/u))
}

function listed<T>(names: string, value: T): [string, T][] {
  return names.split(' ').map((name) => [name, value])
}

function changes(change: ShellChange, names: string): [string, ShellChange][] {
  return names.split(' ').map((name) => [name, change])
}

function startsWithOne(name: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => name.startsWith(prefix))
}
