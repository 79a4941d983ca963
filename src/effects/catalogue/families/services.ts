/** Part of the command catalogue: services, sessions, logs, and planned jobs. */

import { namesUnits, onlyWithList, serviceStatus } from '../grammars/machine.ts'
import { acts, inert, reads, suite, type Family } from '../spec.ts'

export function services(): Family {
  const V = '-h,--help -V,--version'
  const UNITS = `-a,--all -l,--full -t,--type= --state= --failed -p,--property= -P= --value -r,--recursive --reverse --after --before
  --with-dependencies --show-types -n,--lines= -o,--output= --no-pager --no-legend --legend= --plain --user --system --global -q,--quiet
  --timestamp= -h,--help --version --no-ask-password -T !-M,--machine= !-H,--host=u !--root=r !--image=r`

  return {
    systemctl: suite(
      UNITS,
      {
        'status cat list-units list-unit-files list-sockets list-timers list-jobs list-dependencies list-machines list-automounts list-paths is-active is-enabled is-failed is-system-running get-default':
          reads('t*', UNITS),
        show: reads('t*', UNITS, { guard: namesUnits }),
        'show-environment': acts('shows the environment of services', '', UNITS),
        'start stop restart reload try-restart reload-or-restart kill freeze thaw set-property enable disable reenable preset mask unmask link edit daemon-reload daemon-reexec isolate reset-failed reboot poweroff halt suspend hibernate rescue emergency default set-default set-environment unset-environment import-environment switch-root revert add-wants add-requires clean bind mount-image kexec exit cancel':
          acts('changes services', 't*', '--now -f,--force -q,--quiet'),
      },
      { bare: true, inherit: true, helps: true },
    ),
    journalctl: reads(
      't*',
      `--system --user !-M,--machine= -m,--merge -D,--directory=r --file=r -i= --root=r !--image=r --namespace= -S,--since= -U,--until= -c,--cursor=
     --after-cursor= -b? --boot? -u,--unit= --user-unit= -t,--identifier= -T= -p,--priority= --facility= -g,--grep= --case-sensitive? -k,--dmesg
     -o,--output= --output-fields= -n? --lines? -r,--reverse --show-cursor --utc -x,--catalog --no-hostname --no-full -l,--full -a,--all -f,--follow
     --no-tail -q,--quiet --no-pager -e,--pager-end -# --truncate-newline -h,--help --version -N,--fields -F,--field= --list-boots --list-invocations
     --list-namespaces --disk-usage --verify --header --list-catalog --dump-catalog -I --invocation?
     !--cursor-file=w !--vacuum-size= !--vacuum-files= !--vacuum-time= !--sync !--relinquish-var !--smart-relinquish-var !--flush !--rotate
     !--update-catalog !--setup-keys !--force !--interval= !--verify-key=`,
    ),
    dmesg: reads(
      '',
      `-F,--file=r -f,--facility= -H,--human -J,--json -k,--kernel -L? --color? -l,--level= -P,--nopager -p,--force-prefix -r,--raw --noescape
     -S,--syslog -s,--buffer-size= -u,--userspace -w,--follow -W,--follow-new -x,--decode -d,--show-delta -e,--reltime -T,--ctime -t,--notime
     --time-format= --since= --until= ${V} !-C,--clear !-c,--read-clear !-D,--console-off !-E,--console-on !-n,--console-level=`,
    ),
    'service rc-service': reads('t t', '--status-all -l,--list --version -h,--help', { guard: serviceStatus }),
    'rc-status': reads(
      't',
      '-a,--all -l,--list -m,--manual -r,--runlevel -s,--servicelist -u,--unused -c,--crashed -h,--help',
    ),
    'rc-update': suite(
      '-h,--help',
      { show: reads('t*', '-v,--verbose'), '*': acts('changes services') },
      { bare: true },
    ),
    loginctl: suite(
      '--no-pager --no-legend -a,--all -l,--full --version -h,--help -p= --value',
      {
        'list-sessions list-users list-seats session-status user-status seat-status show-session show-user show-seat':
          reads('t*', '-p= --value --no-pager -a'),
        'terminate-session kill-session lock-session unlock-session enable-linger disable-linger terminate-user kill-user':
          acts('ends sessions'),
      },
      { bare: true },
    ),
    'hostnamectl timedatectl localectl': suite(
      '--no-pager --version -h,--help --json= --static --transient --pretty',
      {
        'status show list-timezones list-locales list-keymaps timesync-status show-timesync': reads(
          't*',
          '--no-pager -a -p= --value',
        ),
        '*': acts('changes the system'),
      },
      { bare: true },
    ),
    coredumpctl: suite(
      '--no-pager --no-legend -1 -n= -r,--reverse -S,--since= -U,--until= -F,--field= -q,--quiet --json= --version -h,--help',
      { 'list info': reads('t*', ''), '*': acts('dumps or debugs a program') },
      { bare: true, inherit: true },
    ),
    busctl: suite(
      '--no-pager --no-legend --user --system --unique --acquired --activatable --list --json= -l,--full -q,--quiet --version -h,--help',
      { 'list status tree introspect': reads('t*', ''), '*': acts('calls services') },
      { bare: true, inherit: true },
    ),
    squeue: reads(
      '',
      '-u,--user= --me -j,--jobs= -p,--partition= -t,--states= -o,--format= -O,--Format= -l,--long -h,--noheader -n,--name= -S,--sort= -A,--account= --start -a,--all -r,--array -w,--nodelist= -v,--verbose -V,--version --help --json?',
    ),
    sinfo: reads(
      '',
      '-N,--Node -l,--long -p,--partition= -n,--nodes= -o,--format= -O,--Format= -t,--states= -s,--summarize -R,--list-reasons -h,--noheader -a,--all -e,--exact -S,--sort= -v,--verbose -V,--version --help --json?',
    ),
    sacct: reads(
      '',
      '-j,--jobs= -u,--user= -S,--starttime= -E,--endtime= -o,--format= -s,--state= -X,--allocations -n,--noheader -p,--parsable -P,--parsable2 -a,--allusers -l,--long -b,--brief -N,--nodelist= --units= -A,--accounts= -D,--duplicates --name= -r,--partition= -V,--version --help --json?',
    ),
    scontrol: suite('-o,--oneliner -d,--details -a,--all -V,--version -h,--help', {
      show: reads('t*', '-o,--oneliner -d,--details -a,--all'),
      'ping version': reads('', ''),
      '*': acts('changes the cluster'),
    }),
    crontab: reads('', '-l -u= -V !-e !-r !-i', { guard: onlyWithList }),
    // `at -c` shows a job with the environment in which it was planned.
    at: reads('t*', '-l -q= -V !-f=r !-c !-d !-r !-m !-M !-v', { must: '-l -V', needs: '-l' }),
    atrm: acts('plans commands', 't*', '-V'),
    // Older versions print their version and still do their work.
    batch: acts('plans commands', 't*', ''),
    atq: reads('', '-V -q='),
    'logger wall write mesg': acts('writes to logs or terminals', 't*', ''),
    'systemd-cgls': reads(
      'm*',
      '-a,--all -l,--full -u,--unit? --user-unit? -k -x -c --no-pager --version -h,--help !-M,--machine=',
    ),
    'systemd-path': reads('t*', '--suffix= --no-pager -h,--help --version'),
    'systemd-escape': inert(
      't*',
      '-u,--unescape -m,--mangle -p,--path --suffix= --template= --instance -h,--help --version',
    ),
    machinectl: suite(
      '--no-pager --no-legend -a,--all -l,--full -q,--quiet --version -h,--help -o= -n= -p= --value',
      {
        'list list-images status show image-status show-image': reads('t*', ''),
        '*': acts('manages machines'),
      },
      { bare: true, inherit: true },
    ),
    chkconfig: reads('t', '--list -v,--version -h,--help', { must: '--list -v --version -h --help' }),
    'systemd-analyze': suite(
      '--no-pager --user --system --version -h,--help !-H,--host=u !-M,--machine=',
      {
        'time blame critical-chain security unit-files unit-paths exit-status timespan timestamp calendar': reads(
          't*',
          '--fuzz=',
        ),
        '*': acts('asks or changes the service manager'),
      },
      { bare: true, inherit: true },
    ),
  }
}
