/** Part of the command catalogue: Python's package managers and tools. */

import { laysPackages } from '../grammars/made-files.ts'
import { rewritesUnlessLooking } from '../grammars/in-place.ts'
import { acts, reads, suite, type Family, type Spec } from '../spec.ts'

export function python(): Family {
  const change = (args = 't*', flags = ''): Spec =>
    acts('changes packages and runs their build code', args, flags, { guard: laysPackages })
  const runs = acts('runs code', 't*', '')
  const environment = (args: string, flags: string): Spec => acts('runs the interpreter of the project', args, flags)
  const PIP_GLOBAL = `-h,--help -V,--version -v,--verbose -q,--quiet --no-input --no-color --disable-pip-version-check --isolated --debug
  --require-virtualenv --no-python-version-warning --timeout= --retries= --use-feature= --use-deprecated=
  !--log=w !--python=x !--proxy=u !--cert=r !--client-cert=r !--cache-dir=w !--trusted-host= !--exists-action= !--keyring-provider=`
  const LIST = `-o,--outdated -u,--uptodate -e,--editable -l,--local --user --path=r --pre --format= --not-required --exclude-editable
  --include-editable --exclude= !-i,--index-url,--pypi-url=u !--extra-index-url=u !--no-index !-f,--find-links=r`

  const PIP: Spec = suite(
    PIP_GLOBAL,
    {
      list: reads('', LIST),
      show: reads('t*', '-f,--files'),
      freeze: reads('', '-l,--local --user --path=r --all --exclude-editable --exclude= -r,--requirement=r'),
      check: reads('', ''),
      inspect: reads('', '--local --user --path=r'),
      config: suite('--user --global --site !--editor=x', {
        'list get debug': reads('t*', ''),
        'set unset edit': change(),
      }),
      cache: suite('', { 'dir info list': reads('t*', '--format='), 'remove purge': change() }),
      debug: reads('', '--platform= --python-version= --implementation= --abi='),
      index: suite('', { versions: reads('t', '--pre --json') }),
      hash: reads('r*', '-a,--algorithm='),
      help: reads('t', ''),
      install: change(
        't*',
        '-r,--requirement=r -c,--constraint=r -e,--editable= -t,--target=w -U,--upgrade --user --no-deps -i,--index-url=u --extra-index-url=u --pre --dry-run',
      ),
      'download wheel uninstall lock completion search': change(
        't*',
        '-r,--requirement=r -y,--yes -d,--dest=w -w,--wheel-dir=w',
      ),
    },
    { inherit: true, bare: true, helps: true },
  )

  return {
    'pip pip3 pip2': PIP,
    uv: suite(
      '-V,--version -h,--help -q,--quiet -v,--verbose --offline --no-progress --color= --no-cache -n !--directory=r !--project=r !--config-file=r !--cache-dir=w',
      {
        pip: suite('', {
          // All of them ask the interpreter in .venv where it is, and that is a file of the project.
          list: environment('', '--format= --outdated --exclude= -e,--editable --exclude-editable --strict --system'),
          show: environment('t*', '-f,--files --strict --system'),
          freeze: environment('', '--exclude-editable --strict --system'),
          'tree check': environment(
            '',
            '-d,--depth= --prune= --package= --no-dedupe --invert --outdated --strict --system',
          ),
          'install uninstall sync compile': change(),
        }),
        tree: acts('may lock the project', 't*', '-d,--depth= --package= --invert --outdated --frozen --universal'),
        python: suite('', {
          'list dir': reads('t*', '--only-installed --all-versions'),
          find: environment('t', '--system'),
          'install uninstall pin upgrade': change(),
        }),
        tool: suite('', {
          'list dir': reads('', '--show-paths'),
          'run install uninstall upgrade update-shell': change(),
        }),
        cache: suite('', { dir: reads('', ''), 'clean prune': change() }),
        version: reads('', '--short --output-format='),
        self: suite('', { version: reads('', '--short --output-format='), update: change() }),
        'add remove sync lock init build publish venv export auth format': change(),
        run: runs,
        help: reads('t*', ''),
      },
      { helps: true },
    ),
    // Every command, even `--version`, first loads the plugins in the project's .poetry.
    poetry: suite(
      '-V,--version -h,--help -q,--quiet -v,--verbose -n,--no-interaction --ansi --no-ansi !-C,--directory=r !-P,--project=r',
      {
        'show check version env config about': acts('loads plugins of the project', 't*', ''),
        'install add remove update lock init new build publish cache export self source': change(),
        run: runs,
        shell: runs,
      },
      { acts: 'loads plugins of the project' },
    ),
    pipenv: suite(
      '--version -h,--help --where --venv --py --envs',
      {
        graph: environment('', '--bare --json --json-tree --reverse'),
        verify: reads('', ''),
        'install uninstall sync lock update check clean upgrade requirements': change(),
        'run shell scripts': runs,
      },
      { asks: '--where --venv --py --envs' },
    ),
    'conda mamba micromamba': suite('-V,--version -h,--help', {
      list: reads(
        't*',
        '-n,--name= -p,--prefix=r --show-channel-urls -c,--canonical -f,--full-name --explicit --md5 -e,--export -r,--revisions --json -q -v',
      ),
      info: reads('t*', '-a,--all --base -e,--envs -s,--system --json -q -v'),
      env: suite('', {
        list: reads('', '--json'),
        export: reads('', '-n,--name= -p,--prefix=r --from-history --no-builds'),
        'create remove update': change(),
      }),
      config: reads('t*', '--show --show-sources --get --describe --json', {
        needs: '--show --show-sources --get --describe',
      }),
      'install create remove update clean activate deactivate init search upgrade uninstall build': change(),
      run: runs,
    }),
    'pyenv rbenv nodenv': suite('--version -h,--help', {
      'versions version which whence root prefix version-name version-file version-origin commands shims': reads(
        't*',
        '--bare --skip-aliases',
      ),
      'install uninstall local global shell rehash exec init': change(),
    }),
    pipdeptree: reads(
      '',
      '-h,--help -v,--version -f,--freeze -a,--all -l,--local-only -u,--user-only -w,--warn= -r,--reverse -p,--packages= -e,--exclude= -j,--json --json-tree -d,--depth= -o,--output=',
    ),
    'pipx uvx': acts('runs or installs programs', 't*', '--version'),
    'tox nox': acts('runs or installs programs', 't*', ''),
    'black isort autopep8 yapf': acts(
      'rewrites sources',
      'r*',
      '-q,--quiet -v,--verbose --version -h,--help -l,--line-length= --check -c --check-only --diff -d --profile=',
      { guard: rewritesUnlessLooking('*.py*') },
    ),
    // They obey the configuration in the folder before they look at a flag: a hook, a plugin or a conftest.py is run.
    'flake8 pylint pytest': acts('loads configuration and plugins of the project', 'r*', ''),
    'mypy pyright bandit coverage sphinx-build': acts(
      'loads configuration and plugins of the project',
      'r*',
      '--version',
    ),
    // Its configuration says where it writes, and whether it fixes files.
    ruff: suite('-V,--version -h,--help', {
      'rule linter config': reads('t', '--all --output-format='),
      version: reads('', '--output-format='),
      '*': acts('obeys the configuration of the project', 'r*'),
    }),
    virtualenv: change('c', '--version -h,--help'),
  }
}
