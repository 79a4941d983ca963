/**
 * Part of the command catalogue: programs about files as such, numbers, names and users (GNU coreutils and similar).
 */

import { plainVariables } from '../grammars/variables.ts'
import { onlyFormat } from '../grammars/date.ts'
import { inert, reads, type Family } from '../spec.ts'

export function coreutils(): Family {
  const H = '--help --version'
  const SUMS = `-b,--binary -c,--check --tag -t,--text -z,--zero --ignore-missing --quiet --status --strict -w,--warn ${H}`

  return {
    'ls dir vdir ll la gls': inert(
      'm*',
      `-a,--all -A,--almost-all --author -b,--escape --block-size= -B,--ignore-backups -c -C --color? -d,--directory
     -D,--dired -e -@ -f -F,--classify? --file-type --format= --full-time -g --group-directories-first -G,--no-group
     -h,--human-readable --si -H,--dereference-command-line --dereference-command-line-symlink-to-dir --hide=
     --hyperlink? --indicator-style= -i,--inode -I,--ignore= -k,--kibibytes -l -L,--dereference -m
     -n,--numeric-uid-gid -N,--literal -o -O -p -P -q,--hide-control-chars --show-control-chars -Q,--quote-name
     --quoting-style= -r,--reverse -R,--recursive -s,--size -S --sort= --time= --time-style= -t -T? --tabsize= -u -U
     -v -w,--width= -W -x -X -Z,--context --zero -1 ${H}`,
      { tree: '-R --recursive' },
    ),
    'exa eza lsd': inert(
      'm*',
      `-1,--oneline -l,--long -G,--grid -x,--across -R,--recurse -T,--tree -X,--dereference -F,--classify? --color=
     --colour= --color-scale? --color-scale-mode= --icons? --no-icons --no-quotes --hyperlink --absolute? -w,--width=
     -a,--all -A,--almost-all -d,--list-dirs -D,--only-dirs -f,--only-files --show-symlinks --no-symlinks -L,--level=
     -r,--reverse -s,--sort= --group-directories-first --group-directories-last -I,--ignore-glob= --git-ignore
     -b,--binary -B,--bytes -g,--group --smart-group -h,--header -H,--links -i,--inode -M,--mounts -n,--numeric
     -O,--flags -S,--blocksize -t,--time= -m,--modified -u,--accessed -U,--created --changed --time-style=
     --total-size --no-permissions -o,--octal-permissions --no-filesize --no-user --no-time --stdin --git --no-git
     --git-repos --git-repos-no-status --depth= -@,--extended -Z,--context -v,-?,--help,--version`,
      { tree: '-R --recurse -T --tree' },
    ),
    'stat gstat': inert(
      'm*',
      `-L,--dereference -f? --file-system --cached= -c,--format= --printf= -t,--terse -x -n -q -s -r -l -F ${H}`,
    ),
    du: inert(
      'M*',
      `-0,--null -a,--all --apparent-size -B,--block-size= -b,--bytes -c,--total -D,--dereference-args -d,--max-depth=
     --files0-from=q -H -h,--human-readable --inodes -k -L,--dereference -l,--count-links -m -g -P,--no-dereference
     -S,--separate-dirs --si -s,--summarize -t,--threshold= --time? --time-style= -X,--exclude-from=r --exclude= -I=
     -x,--one-file-system ${H}`,
    ),
    df: inert(
      'm*',
      `-a,--all -B,--block-size= -h,--human-readable -H,--si -i,--inodes -I -k -m -g -b -l,--local --no-sync --output?
     -P,--portability --sync --total -t,--type= -T,--print-type -x,--exclude-type= -v -c -n -Y ${H}`,
    ),
    dust: reads('M*', `-d,--depth= -n,--number-of-lines= -r,--reverse -s,--apparent-size -x -b -c -H -h ${H}`),
    duf: reads(
      'M*',
      '-all -hide= -hide-fs= -hide-mp= -inodes -json -only= -only-fs= -only-mp= -output= -sort= -style= -theme= -width= -version -help --all --hide= --hide-fs= --hide-mp= --inodes --json --only= --only-fs= --only-mp= --output= --sort= --style= --theme= --width= --version --help',
      { style: 'go' },
    ),
    basename: inert('t*', `-a,--multiple -s,--suffix= -z,--zero ${H}`),
    dirname: inert('t*', `-z,--zero ${H}`),
    'readlink greadlink': inert(
      'm*',
      `-f,--canonicalize -e,--canonicalize-existing -m,--canonicalize-missing -n,--no-newline -q,--quiet -s,--silent
     -v,--verbose -z,--zero ${H}`,
    ),
    'realpath grealpath': inert(
      'm*',
      `-e,--canonicalize-existing -E,--canonicalize -m,--canonicalize-missing -L,--logical -P,--physical -q,--quiet
     --relative-to= --relative-base= -s,--strip,--no-symlinks -z,--zero ${H}`,
    ),
    namei: inert(
      'm*',
      `-x,--mountpoints -m,--modes -o,--owners -l,--long -n,--nosymlinks -v,--vertical -Z,--context ${H}`,
    ),
    pathchk: inert('t*', `-p -P --portability ${H}`),
    cksum: inert('r*', `-a,--algorithm= -l,--length= --untagged --raw --base64 --debug ${SUMS}`),
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum gmd5sum gsha256sum': inert(
      'r*',
      `-l,--length= ${SUMS}`,
    ),
    shasum: inert(
      'r*',
      `-a,--algorithm= -b,--binary -c,--check --tag -t,--text -U,--UNIVERSAL -0,--01 --ignore-missing
     -q,--quiet -s,--status --strict -w,--warn -h,--help -v,--version`,
    ),
    md5: inert('r*', '-p -q -r -n -t -x -s= -c='),
    sum: inert('r*', `-r -s,--sysv ${H}`),
    crc32: inert('r*', ''),
    'seq gseq': inert('t*', `-f,--format= -s,--separator= -t,--terminator= -w,--equal-width -# ${H}`),
    factor: inert('t*', `-h,--exponents ${H}`),
    uuidgen: inert('', `-r,--random ${H}`),
    expr: { style: 'words', inert: true },
    'nproc gnproc': inert('', `--all --ignore= ${H}`),
    arch: inert('', H),
    uname: inert(
      '',
      `-a,--all -s,--kernel-name -n,--nodename -r,--kernel-release -v,--kernel-version -m,--machine -p,--processor
     -i,--hardware-platform -o,--operating-system ${H}`,
    ),
    hostname: reads(
      '',
      `-a,--alias -A,--all-fqdns -d,--domain -f,--fqdn,--long -i,--ip-address -I,--all-ip-addresses -s,--short
     -y,--yp,--nis -V,--version -h,--help !-F,--file=r !-b,--boot`,
    ),
    hostid: inert('', H),
    'whoami logname': inert('', H),
    tty: inert('', `-s,--silent,--quiet ${H}`),
    id: inert('t*', `-a -Z,--context -g,--group -G,--groups -n,--name -p -P -F -A -r,--real -u,--user -z,--zero ${H}`),
    groups: inert('t*', H),
    // The operand after the flags is a file, which is read in place of the system's list.
    users: inert('r*', H),
    who: inert(
      'r*',
      `-a,--all -b,--boot -d,--dead -H,--heading --ips -l,--login --lookup -m -p,--process -q,--count -r,--runlevel
     -s,--short -t,--time -T,-w,--mesg,--message,--writable -u,--users ${H}`,
    ),
    w: inert('t*', `-h,--no-header -u,--no-current -s,--short -f,--from -o,--old-style -i,--ip-addr -p,--pids ${H} -V`),
    'last lastb': inert(
      't*',
      `-# -a,--hostlast -d,--dns -f,--file=r -F,--fulltimes -i,--ip -n,--limit= -N,--nohostname -p,--present= -R,--nohostname
     -s,--since= -t,--until= --time-format= -w,--fullnames -x,--system -h,--help -V,--version`,
    ),
    lastlog: reads('', '-b,--before= -t,--time= -u,--user= -h,--help -R,--root=r !-C,--clear !-S,--set'),
    pinky: inert('t*', `-l -b -h -p -s -f -w -i -q ${H}`),
    'date gdate': reads(
      't*',
      `-d,--date= --debug -f,--file=r -I? --iso-8601? -j -n -R,--rfc-email,--rfc-2822 --rfc-3339= --resolution -r,--reference=r
     !-s,--set= -u,--utc,--universal -v= ${H}`,
      { guard: onlyFormat },
    ),
    cal: inert(
      't*',
      '-1,--one -3,--three -n,--months= -S,--span -s,--sunday -m,--monday -j,--julian --reform= --iso -y,--year -Y,--twelve -w,--week? --color? -h,--help -V,--version',
    ),
    ncal: '=cal',
    sleep: inert('t*', H),
    yes: inert('t*', H),
    'true false': { style: 'words', inert: true },
    sync: inert('r*', `-d,--data -f,--file-system ${H}`),
    getconf: inert('t*', '-a -v='),
    locale: inert(
      't*',
      '-a,--all-locales -m,--charmaps -c,--category-name -k,--keyword-name -v,--verbose -?,--help --usage -V,--version',
    ),
    printenv: reads('t*', `-0,--null ${H}`, { guard: plainVariables }),
  }
}
