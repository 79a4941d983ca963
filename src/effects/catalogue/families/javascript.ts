/**
 * Part of the command catalogue: JavaScript.
 *
 * A package manager runs what the project says (scripts, plugins, `yarnPath`), so only the reading verbs of npm are
 * read-only; yarn and pnpm never are.
 */

import { onlyBare } from '../grammars/operand-words.ts'
import { noUrls, onlyRegistered } from '../grammars/registries.ts'
import { rewritesWhenTold } from '../grammars/in-place.ts'
import { looksUpOrChecks } from '../grammars/node-words.ts'
import { noTokens } from '../grammars/shown-secrets.ts'
import { onlyAsked } from '../grammars/version-only.ts'
import { acts, reads, suite, type Family, type Spec } from '../spec.ts'

export function javascript(): Family {
  const OUT = `--json -p,--parseable -l,--long --depth= -a,--all -g,--global --location= --prod --production --dev --only= --omit= --include=
  --link --unicode --no-unicode --color? --no-color --loglevel= -s,--silent -d --quiet -q --offline --prefer-offline --no-update-notifier
  -w,--workspace= --workspaces --include-workspace-root --no-fund --no-audit --fund --audit -h,--help --no-progress --package-lock-only`

  const change = (args = 't*', flags = ''): Spec =>
    acts(
      'changes packages and runs their scripts',
      args,
      `-D,--save-dev -S,--save -P,--save-prod -O,--save-optional -E,--save-exact --no-save -g,--global -f,--force --legacy-peer-deps --ignore-scripts --dry-run -y,--yes ${flags}`,
    )
  const RUN = '--if-present --silent -s -w,--workspace= --workspaces -r,--recursive --json'
  const runs: Spec = acts('runs a script of the project', 't*', RUN, { task: true })
  /** Without the name of a script, it lists the scripts. */
  const lists: Spec = reads('t*', RUN, { task: true, guard: onlyBare('runs a script of the project') })
  const VIEW = reads('t*', OUT, { guard: noUrls })

  /** Every command, even `--version`, first loads the project's `.pnpmfile.cjs`. */
  const pnpmfile = 'runs the pnpmfile of the project'
  const asks = acts(pnpmfile, 't*', '')
  const PNPM: Spec = {
    acts: pnpmfile,
    flags: `-v,--version -h,--help -r,--recursive -w,--workspace-root -F,--filter= --silent -s --color --no-color --stream --aggregate-output --loglevel= --reporter= !-C,--dir=w !--use-node-version= !--config=`,
    subs: {
      'list why outdated view root bin audit licenses': asks,
      'ls ll la': '=list',
      'info show': '=view',
      config: { acts: pnpmfile, flags: '-g,--global --location=', subs: { 'get list': asks, 'set delete': change() } },
      'install add remove update up link unlink import rebuild prune fetch dedupe publish pack patch patch-commit deploy store init setup env approve-builds self-update server completion create ci':
        change(),
      i: '=install',
      'rm uninstall un': '=remove',
      run: runs,
      'run-script': '=run',
      'test start t': runs,
      'exec dlx': acts('runs a program', 't*', ''),
    },
  }

  return {
    npm: suite(
      `-v,--version --versions -h,--help ${OUT} !--registry=u !--prefix=w !-C=w !--userconfig=r !--globalconfig=r !--cache=w !--script-shell=x !--shell=x !--editor=x !--browser=x
     !--node-options=x !--git=x !--viewer=x !--proxy=u !--https-proxy=u !--unsafe-perm !--call= !-c= !--otp= !--tag=`,
      {
        list: reads('t*', OUT),
        'ls la ll': '=list',
        view: reads('t*', OUT, { guard: onlyRegistered }),
        'info show v': '=view',
        outdated: VIEW,
        'root prefix bin': reads('', '-g,--global'),
        explain: reads('t*', OUT),
        why: '=explain',
        fund: reads('t*', '--json !--which=', { guard: onlyBare('may open a browser') }),
        query: reads('t', OUT),
        ping: VIEW,
        whoami: VIEW,
        config: suite('-g,--global --location= -L= --json -l,--long', {
          get: reads('t*', '-g,--global --json', { guard: noTokens }),
          list: reads('', '-l,--long --json -g,--global'),
          ls: '=list',
          'set delete edit fix rm': change(),
        }),
        c: '=config',
        'find-dupes': reads('t*', OUT),
        get: reads('t*', '', { guard: noTokens }),
        set: change(),
        pkg: suite('--json -w,--workspace= --workspaces', { get: reads('t*', '--json'), 'set delete fix': change() }),
        'dist-tag': suite('', { 'ls list': VIEW, 'add rm': change() }),
        'dist-tags': '=dist-tag',
        owner: suite('', { 'ls list': reads('t*', OUT, { guard: onlyRegistered }), 'add rm': change() }),
        access: suite('', { 'list get ls-packages ls-collaborators': VIEW, 'set grant revoke': change() }),
        cache: suite('', { ls: reads('t*', ''), 'clean verify add rm npx': change() }),
        audit: suite(`${OUT} --audit-level=`, { signatures: reads('', OUT), fix: change() }, { bare: true }),
        help: reads('t*', '', { guard: onlyBare('opens a manual, or the browser that the project names') }),
        'help-search': reads('t*', ''),
        search: VIEW,
        'docs repo bugs home issues': acts('opens a browser', 't*', ''),
        diff: acts('fetches packages', 't*', ''),
        completion: reads('', ''),
        install: change(),
        'i in ins inst insta instal isnt isnta isntal isntall add': '=install',
        ci: change(),
        'clean-install ic install-clean isntall-clean': '=ci',
        'install-test install-ci-test': change(),
        it: '=install-test',
        'cit clean-install-test sit': '=install-ci-test',
        rb: '=rebuild',
        uninstall: change(),
        'un unlink remove rm r': '=uninstall',
        update: change(),
        'up upgrade udpate': '=update',
        'link dedupe prune rebuild shrinkwrap pack publish unpublish deprecate init login logout adduser token profile team hook org star unstar stars edit explore doctor sbom trust undeprecate':
          change(),
        version: reads('t*', '--json', { guard: onlyBare('sets the version') }),
        ln: '=link',
        ddp: '=dedupe',
        create: '=init',
        run: lists,
        'run-script rum urn': '=run',
        'test start stop restart': acts('runs a script of the project', 't*', '--silent -s'),
        't tst': '=test',
        exec: acts('runs a program', 't*', '-p,--package= -c,--call=x -y,--yes'),
        x: '=exec',
      },
      { inherit: true, helps: true },
    ),
    pnpm: PNPM,
    yarn: {
      acts: 'runs the yarn release the project names',
      flags: '--cwd=w --json -s,--silent --verbose --non-interactive',
      subs: {
        'install add remove upgrade up link unlink publish pack init import cache config set plugin policies dedupe rebuild global version create audit autoclean login logout owner tag team npm patch stage unplug':
          change(),
        run: runs,
        'test start build dev lint serve watch': acts('runs a script of the project', 't*', ''),
        'exec dlx node': acts('runs a program', 't*', ''),
        workspace: acts('runs a command in a workspace', 't*', ''),
        workspaces: acts('runs a command in every workspace', 't*', ''),
        'list why info outdated licenses bin versions help constraints explain search': acts(
          'runs the yarn release the project names',
          't*',
          '',
        ),
      },
    },
    bun: suite('-v,--version --revision -h,--help --cwd=r', {
      pm: suite('', {
        'ls bin hash hash-print': reads('t*', '-a,--all -g'),
        'cache trust untrusted migrate pack default-trusted': change(),
      }),
      'install add remove update link unlink create init upgrade publish patch patch-commit outdated audit why info':
        change(),
      i: '=install',
      a: '=add',
      rm: '=remove',
      run: runs,
      'test build x exec repl': acts('runs code', 't*', ''),
    }),
    node: reads(
      'r*',
      '-v,--version -h,--help --v8-options -e,--eval= -p,--print= -c,--check !-r,--require=x !--import=x !-i !--test !--inspect? !--loader=x',
      { guard: looksUpOrChecks },
    ),
    nodejs: '=node',
    deno: suite('-V,--version -h,--help', {
      'run test eval repl task bench serve compile install uninstall add remove cache upgrade publish jupyter x': acts(
        'runs code',
        't*',
        '',
      ),
      fmt: reads('r*', '--check --ext=', { must: '--check' }),
      lint: acts('loads plugins of the project', 'r*', ''),
      info: reads('r*', '--json', { guard: onlyBare('may fetch modules') }),
      types: reads('', ''),
    }),
    'npx bunx': acts(
      'runs a program, perhaps fetched first',
      't*',
      '-v,--version -h,--help -y,--yes -p,--package= -c,--call=x --no-install',
    ),
    // As with pnpm, the project names the version, and the registry from which it is fetched.
    pnpx: acts('runs a program, perhaps fetched first', 't*', '-p,--package= -c,--call=x'),
    corepack: acts('manages package managers', 't*', ''),
    n: suite('-V,--version -h,--help', {
      'ls list lsr ls-remote which bin': reads('t*', ''),
      '*': change(),
    }),
    'nvm fnm volta': suite('--version -h,--help', {
      'ls list current which version ls-remote list-remote': reads('t*', '--lts --no-colors'),
      'install use uninstall alias exec run default unalias pin env': change(),
    }),
    tsc: reads(
      'r*',
      '-v,--version -h,--help --all --showConfig --listFilesOnly -p,--project=r --outDir=w --outFile=w --declarationDir=w --tsBuildInfoFile=w --generateTrace=w --noEmit --strict --watch -w',
      {
        guard: onlyAsked,
      },
    ),
    prettier: acts(
      'loads plugins and configuration of the project',
      'r*',
      '-c,--check -l,--list-different -w,--write -v,--version',
      { guard: rewritesWhenTold },
    ),
    eslint: acts(
      'loads plugins and configuration of the project',
      'r*',
      '-v,--version --fix -o,--output-file=w --cache --cache-location=w',
      {
        guard: rewritesWhenTold,
      },
    ),
    'vitest tsx ts-node vite rollup esbuild next nuxt astro rimraf nodemon pm2 playwright cypress biome oxlint oxfmt swc babel parcel':
      acts('runs code of the project', 't*', '-v,--version'),
    // Before they look at a flag, these hand over to the copy in the project, or run its configuration.
    'turbo nx lerna jest webpack ava gulp grunt mocha': acts('runs code of the project', 't*', ''),
  }
}
