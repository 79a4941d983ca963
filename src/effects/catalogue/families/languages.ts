/**
 * Part of the command catalogue: the build tools of compiled languages. Building and testing run code; asking does not.
 */

import { noAssignments } from '../grammars/machine.ts'
import { rewritesHere, rewritesOnW, rewritesPackages } from '../grammars/in-place.ts'
import { argumentFiles } from '../grammars/more-in-a-word.ts'
import { onlyNumbers } from '../grammars/numbers.ts'
import { knownModules } from '../grammars/other-repositories.ts'
import { acts, reads, suite, type Family, type Spec } from '../spec.ts'

export function languages(): Family {
  const building = 'builds, and so runs code of the project'
  const builds = (flags = ''): Spec => acts(building, 't*', flags)
  const change = acts('changes packages', 't*', '')
  const BUILDING =
    '-r,--release -p,--package= --workspace --all-targets --all-features --features= --bin= --example= --test= -j='
  // The project's .cargo/config.toml can give any name that is not built into cargo another meaning:
  // `clippy = "run --"`.
  const ALIASED = '!-h,--help'
  const CARGO = `-q,--quiet -v,--verbose --color= --frozen --locked --offline --manifest-path=r -h,--help`

  return {
    cargo: suite(
      `-V,--version --list --explain= ${CARGO} !--config= !-Z= !-C=r`,
      {
        // Both run rustc, or the wrapper that the project's .cargo/config.toml names.
        tree: acts(
          'runs the compiler the project names',
          '',
          `${CARGO} -i? --invert? --prune= --depth= --no-dedupe -d,--duplicates -e,--edges= --prefix= --charset= -f,--format= -p,--package= --workspace --exclude= -F,--features= --all-features --no-default-features --target=`,
        ),
        // Without the dependencies, the manifests say everything: no compiler is asked for its target.
        metadata: reads(
          '',
          `${CARGO} --format-version= --no-deps -F,--features= --all-features --no-default-features --filter-platform=`,
          { must: '--no-deps -h --help' },
        ),
        'locate-project': reads('', `${CARGO} --workspace --message-format=`),
        pkgid: reads('t', `${CARGO} -p,--package=`),
        'read-manifest verify-project': reads('', CARGO),
        version: reads('', '-v,--verbose'),
        help: reads('t*', ''),
        'search info': acts('asks the registry', 't*', '--limit='),
        fmt: acts('rewrites sources', 't*', `--check --all ${ALIASED}`, { guard: rewritesHere('*.rs') }),
        clippy: { ...builds(`${BUILDING} ${ALIASED}`), guard: rewritesHere('*.rs', '--fix') },
        fix: { ...builds(BUILDING), guard: rewritesHere('*.rs') },
        'build check test run bench doc install rustc rustdoc': builds(BUILDING),
        'miri nextest expand watch': builds(`${BUILDING} ${ALIASED}`),
        b: '=build',
        c: '=check',
        t: '=test',
        r: '=run',
        'add remove update new init publish clean uninstall login logout owner package vendor yank fetch generate-lockfile':
          change,
        rm: '=remove',
      },
      { asks: '--list --explain', helps: 'spelled' },
    ),
    go: suite(
      '-h,--help',
      {
        version: reads('r*', '-m -v', { style: 'go' }),
        env: reads('t*', '-json -changed !-w !-u', { style: 'go', guard: noAssignments }),
        list: reads('t*', '-f= -json? -m -u -e -deps -find -test -versions -retracted -reuse=r -tags= -mod= -x -n -v', {
          style: 'go',
          guard: knownModules,
        }),
        doc: reads('t*', '-all -c -cmd -short -src -u', { style: 'go', guard: knownModules }),
        mod: suite('', {
          'graph why verify': reads('t*', '-m -vendor -go= -x', { style: 'go' }),
          edit: reads('r', '-json -print', { style: 'go', must: '-json -print' }),
          'tidy download init vendor': change,
        }),
        vet: builds(),
        help: reads('t*', ''),
        'run install get': acts(building, 'i*', '-o=w -u -t -d -v -x -n -tags= -mod=', {
          style: 'go',
        }),
        'fmt fix': acts('rewrites sources', 't*', '-n -x -mod= -diff', { style: 'go', guard: rewritesPackages }),
        tool: suite('', {
          nm: reads('r*', '-n -size -sort= -type', { style: 'go' }),
          // With `-S` it also prints the sources, from wherever the program says that they are.
          objdump: reads('r t*', '-gnu -s=', { style: 'go' }),
          'addr2line buildid': reads('r', '', { style: 'go' }),
          cover: reads('', '-func=r', { style: 'go', must: '-func' }),
          dist: suite('', { list: reads('', '-json -broken', { style: 'go' }), '*': builds() }),
          '*': acts(building, 't*', '', { style: 'go' }),
        }),
        'build test generate clean bug work telemetry': acts(building, 't*', '-o=w -trace=w', {
          style: 'go',
        }),
      },
      { helps: true },
    ),
    rustfmt: reads(
      'r*',
      '--check -l,--files-with-diff --edition= --style-edition= --color= !--config= --config-path=r --unstable-features -q,--quiet -v,--verbose -V,--version -h,--help',
      { must: '--check --version -V --help -h' },
    ),
    gofmt: reads('w*', '-d -e -l -s -r= -w', { style: 'go', guard: rewritesOnW }),
    // Even its version is printed by a Java that the project's own .mvn/jvm.config sets up.
    'mvn mvnw': acts('runs plugins of the project', 't*', ''),
    'gradle gradlew': acts('runs the build script of the project', 't*', '-v,--version'),
    'ant sbt lein': acts('runs the build script of the project', 't*', '-version'),
    // Whatever they are asked, they hand over to tools/bazel of the project.
    'bazel bazelisk': acts('runs the build script of the project', 't*', ''),
    dotnet: suite(
      '--version --info --list-sdks --list-runtimes -h,--help -d',
      {
        list: acts('evaluates the project', 't*', ''),
        nuget: suite('', {
          list: suite('', { source: reads('', '--format= --configfile=r') }),
          'push delete locals add remove update enable disable': change,
        }),
        tool: suite('', { list: reads('t', '-g,--global --local'), '*': builds() }),
        sdk: suite('', { check: acts('asks the network') }),
        workload: suite('', {
          'list search': acts('evaluates workloads'),
          'install update uninstall restore repair': change,
        }),
        'build run test publish restore clean pack new add remove sln msbuild watch format ef dev-certs vstest store package reference':
          builds(),
      },
      { asks: '--info --list-sdks --list-runtimes' },
    ),
    gem: suite('-v,--version -h,--help', {
      list: reads(
        't*',
        '-l,--local -a,--all -d,--details -i,--installed --no-versions --versions -q,--quiet --no-verbose -e,--exact',
      ),
      'environment env': reads('t*', ''),
      'which contents specification': reads('t*', '-a,--all -l,--local'),
      help: reads('t*', ''),
      'search outdated dependency info': reads(
        't*',
        '-l,--local -r,--remote -b,--both -a,--all -d,--details -e,--exact -i,--installed -v,--version= --versions --no-versions -R,--reverse-dependencies --pipe --pre -q,--quiet !-s,--source=u !-p,--http-proxy=u !--config-file=r',
      ),
      'install uninstall update push build cleanup fetch pristine sources server unpack yank signin owner': change,
    }),
    bundle: acts('evaluates the Gemfile', 't*', '-v,--version'),
    bundler: '=bundle',
    composer: acts('loads plugins of the project', 't*', '-V,--version'),
    'rails rspec rubocop fastlane': acts('runs code of the project', 't*', ''),
    'rebar3 mix': acts('runs code of the project', 't*', ''),
    'cabal stack opam luarocks cpanm': acts('runs code of the project', 't*', '--version'),
    // It has no `--version`, and goes on to set itself up.
    cpan: acts('installs modules', 't*', '-v'),
    javap: reads(
      '?*',
      '-c -p -private -public -protected -package -v -verbose -l -s -sysinfo -constants -cp=R -classpath=R --class-path=R -m= --module= -h -help --help -version --version',
      { style: 'go', guard: argumentFiles },
    ),
    // Without a host: lists the virtual machines on this machine.
    keytool: reads('', '-printcert -file=r -rfc -v -help --help', { style: 'go', must: '-printcert -help --help' }),
    jps: reads('', '-q -m -l -v -V -h'),
    jstat: reads(
      't*',
      '-class -compiler -gc -gccapacity -gccause -gcmetacapacity -gcnew -gcnewcapacity -gcold -gcoldcapacity -gcutil -options -t -h= -help --help',
      { style: 'go', guard: onlyNumbers },
    ),
    jcmd: reads('', '-l -h', { must: '-l -h' }),
    xcrun: reads(
      '',
      '--show-sdk-path -show-sdk-path --show-sdk-version -show-sdk-version --show-sdk-platform-path --show-sdk-build-version --sdk= -sdk= -f= -find= --find= --version -version --help -h',
      {
        style: 'go',
        must: '--show-sdk-path -show-sdk-path --show-sdk-version -show-sdk-version --show-sdk-platform-path --show-sdk-build-version -f -find --find --version -version --help -h',
      },
    ),
    'swiftc xcodebuild pod': acts(building, 't*', '-version --version', {
      style: 'go',
    }),
    sdk: suite('', { 'list current version': acts('a shell function') }),
    asdf: suite('--version -v -h --help', {
      'current list ls where which plugin-list': reads('t*', ''),
      'install uninstall use local global shell exec plugin set': change,
    }),
    // Its configuration, also the project's, may run commands in templates.
    mise: acts('runs what mise.toml of the project says', 't*', '--version -v -h --help'),
  }
}
