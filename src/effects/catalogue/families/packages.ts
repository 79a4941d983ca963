/** Part of the command catalogue: packages of the operating system. */

import { unpackedPackage } from '../grammars/tar.ts'
import { onlyBare } from '../grammars/operand-words.ts'
import { noFormulas, onlyInstalled, onlyLooksUpPackages } from '../grammars/registries.ts'
import { acts, reads, suite, type Family } from '../spec.ts'

export function packages(): Family {
  const change = acts(
    'changes installed packages',
    't*',
    '-y,--yes,--assume-yes -q,--quiet -f -d -s --no-install-recommends --purge --reinstall',
  )
  const BREW = '-q,--quiet -v,--verbose -d,--debug -h,--help'
  const CACHE =
    '-i,--important -g,--generate --no-pre-depends --no-depends --no-recommends --no-suggests --no-enhances --installed --recurse --names-only -f,--full -a,--all-versions -n -q,--quiet -h,--help -v,--version'

  return {
    brew: suite(
      `-v,--version -h,--help --prefix --cellar --repository --cache --env --config`,
      {
        list: reads(
          't*',
          `${BREW} --formula,--formulae --cask,--casks --full-name --versions --multiple --pinned -1 -l -r -t --installed-on-request`,
          { guard: noFormulas },
        ),
        ls: '=list',
        'info desc': reads(
          't*',
          `${BREW} --formula --cask --json? --installed --analytics --category= --days= -s,--search= -n,--name=`,
          { guard: noFormulas },
        ),
        abv: '=info',
        'deps uses leaves': reads(
          't*',
          `${BREW} --tree --installed --include-build --include-test --include-optional --skip-recommended --recursive --formula --cask -n --union --full-name --1 --for-each -r -p`,
          { guard: noFormulas },
        ),
        'config commands --version doctor missing shellenv formulae casks help': reads('t*', BREW),
        outdated: reads('t*', `${BREW} --formula --cask --json? -g,--greedy`, { guard: noFormulas }),
        services: suite('', {
          'list info': reads('t*', '--json --all'),
          'start stop restart run kill cleanup': change,
        }),
        search: reads('t*', `${BREW} --formula,--formulae --cask,--casks --desc`, { guard: noFormulas }),
        'install uninstall upgrade update untap reinstall cleanup link unlink pin unpin autoremove bundle edit create fetch home log test postinstall developer':
          change,
        tap: reads('t*', BREW, { guard: onlyBare('adds a source of packages') }),
        'cat options': reads('t*', `${BREW} --formula --cask --compact`, { guard: noFormulas }),
        'remove rm': '=uninstall',
        up: '=update',
      },
      { asks: '--prefix --cellar --repository --cache --env --config', helps: true },
    ),
    apt: suite(
      '-v,--version -h,--help -q,--quiet',
      {
        list: reads(
          't*',
          '-i,--installed -u,--upgradable --upgradeable --manual-installed -a,--all-versions -v,--verbose -q',
        ),
        show: reads('t*', '-a,--all-versions --no-all-versions -q'),
        search: reads('t*', '-n,--names-only -f,--full -q'),
        'policy depends rdepends showsrc madison': reads('t*', CACHE),
        'install remove purge update upgrade full-upgrade dist-upgrade autoremove autopurge clean autoclean edit-sources source build-dep download reinstall satisfy changelog':
          change,
      },
      { helps: true },
    ),
    apk: suite(
      '-h,--help -V,--version -q,--quiet --print-arch',
      {
        'info list policy version stats dot audit': reads(
          't*',
          '-a,--all -d,--description -e,--installed -L,--contents -P,--provides -r,--rdepends -R,--depends -s,--size -w,--webpage -W,--who-owns -I,--installed -u,--upgradable -v,--verbose -q,--quiet -O,--orphaned -l,--limit=',
        ),
        verify: reads('r*', '-v,--verbose -q,--quiet'),
        '*': change,
      },
      { asks: '--print-arch' },
    ),
    'apt-get aptitude dnf yum zypper pacman-key xbps-install emerge port': {
      flags: '-v,--version -h,--help -q,--quiet -y,--yes,--assume-yes',
      subs: {
        'list info search': acts('may refresh package lists', 't*', ''),
        'install remove update upgrade purge autoremove clean dist-upgrade erase add del fix downgrade reinstall source build-dep download changelog refresh':
          change,
      },
    },
    'apt-cache': suite('-v,--version -h,--help -q,--quiet -n,--names-only -f,--full', {
      'show showpkg showsrc search depends rdepends policy madison pkgnames stats dump unmet dotty': reads('t*', CACHE),
      gencaches: change,
    }),
    'apt-mark': suite('', {
      'showauto showmanual showhold showinstall showremove showpurge': reads('t*', ''),
      'auto manual hold unhold minimize-manual': change,
    }),
    'apt-config': suite('', { dump: reads('t*', ''), shell: reads('t*', '') }),
    'apt-file': suite('', {
      'search find list show': reads('t*', '-l,--package-only -x,--regexp -F,--fixed-string -i,--ignore-case'),
      update: change,
    }),
    dpkg: reads(
      't*',
      `-l,--list -s,--status -L,--listfiles -S,--search -p,--print-avail --get-selections --print-architecture --print-foreign-architectures
     --audit -C -V,--verify --compare-versions -c,--contents -I,--info --version --help --no-pager --validate-pkgname --validate-version
     !-i,--install !-r,--remove !-P,--purge !--unpack !--configure !--set-selections !-a,--pending !--force-all !-x,--extract !-X !-e,--control !-b,--build`,
      {
        needs:
          '-l --list -s --status -L --listfiles -S --search -p --print-avail --get-selections -C --audit -V --verify --compare-versions -c -I --validate-pkgname --validate-version',
      },
    ),
    'dpkg-query': reads(
      't*',
      '-l,--list -s,--status -W,--show -L,--listfiles -S,--search -c,--control-list --control-show -p,--print-avail --version --help -f,--showformat= --no-pager !--admindir=r !--root=r',
    ),
    'dpkg-deb': reads(
      'r t*',
      '-c,--contents -I,--info -f,--field -W,--show --showformat= --version --help !-x,--extract !-b,--build !-e,--control !-R,--raw-extract',
      { needs: '-c -I -f -W', guard: unpackedPackage },
    ),
    rpm: reads(
      't*',
      `-q,--query -a,--all -i,--info -l,--list -f,--file -p,--package -c,--configfiles -d,--docfiles -s,--state -R,--requires --provides
     --whatprovides= --whatrequires= --changelog --scripts --qf,--queryformat= --last --qa -V,--verify -v --version --help !--eval=x !-E=x !--pipe=x
     !-e,--erase !-U,--upgrade !-F,--freshen !--import= !--root=r !--define= !--rebuilddb !--initdb !--install`,
      { needs: '-q --query -V --verify', guard: onlyInstalled },
    ),
    pacman: reads(
      't*',
      '-Q,--query -i,--info -l,--list -o,--owns -e,--explicit -d,--deps -m,--foreign -n,--native -t,--unrequired -u,--upgrades -k,--check -s,--search -q,--quiet -g,--groups -c,--changelog -V,--version -h,--help -S,--sync !-R,--remove !-U,--upgrade !-D,--database !-y,--refresh !-F,--files',
      { needs: '-Q --query -S --sync', guard: onlyLooksUpPackages },
    ),
    'choco scoop winget': suite('--version -v', {
      'list search info': acts('may ask the network', 't*', ''),
      'install uninstall upgrade update': change,
    }),
    'snap flatpak': suite('--version --help', {
      version: reads('', ''),
      list: reads('t*', '--all --app --runtime -d,--show-details --columns= --user --system'),
      'install remove refresh update run uninstall upgrade revert enable disable connect disconnect set unset remote-add info find search':
        change,
    }),
    nix: acts('may build or fetch', 't*', '--version'),
    // Only what is installed. For what could be installed, or for a file, an expression would be evaluated.
    'nix-env': reads('t*', '-q,--query --installed --json --out-path --description --no-name --version --help', {
      must: '-q --query --version --help',
    }),
    'nix-store': reads(
      't*',
      '-q,--query -R,--requisites --references --referrers --referrers-closure --outputs -d,--deriver --graph --tree --hash --size --roots -b,--binding= --version --help',
      { must: '-q --query --version --help' },
    ),
    'xbps-query': reads(
      't*',
      '-l,--list-pkgs -m,--list-manual-pkgs -H -O -S,--show= -f,--files= -o,--ownedby= -x,--deps= -p,--property= -v,--verbose -V,--version -h,--help',
    ),
    'update-alternatives': reads('', '--display= --list= --query= --get-selections --version --help', {
      must: '--display --list --query --get-selections --version --help',
    }),
    ldconfig: reads('', '-p,--print-cache -V,--version -v,--verbose -N -X', { must: '-p --print-cache -V --version' }),
    'pkg-config pkgconf': reads(
      't*',
      '--version --help --modversion --cflags --libs --libs-only-l --libs-only-L --libs-only-other --cflags-only-I --cflags-only-other --list-all --list-package-names --exists --static --print-errors --silence-errors --short-errors --print-provides --print-requires --print-requires-private --print-variables --variable= --atleast-version= --exact-version= --max-version= --atleast-pkgconfig-version= --uninstalled',
    ),
  }
}
