/** Part of the command catalogue: the machine, its processes, services and logs, looked at. */

import {
  localDatabase,
  noAssignments,
  noNames,
  onlySizes,
  onlyWithList,
  plainNames,
  serviceStatus,
} from '../grammars/operand-words.ts'
import { mountsNothing, onlyShownLogs } from '../grammars/only-shown.ts'
import { noEnvironments } from '../grammars/process-environments.ts'
import { acts, inert, reads, suite, type Family } from '../spec.ts'

export function system(): Family {
  const V = '-h,--help -V,--version'
  const UNITS = `-a,--all -l,--full -t,--type= --state= --failed -p,--property= -P= --value -r,--recursive --reverse --after --before
  --with-dependencies --show-types -n,--lines= -o,--output= --no-pager --no-legend --legend= --plain --user --system --global -q,--quiet
  --timestamp= -h,--help --version --no-ask-password -T !-M,--machine= !-H,--host=u !--root=r !--image=r`

  const stops = acts(
    'ends processes',
    't*',
    '-s,--signal= -l -# -9 -f,--full -u,--user= -x,--exact -i -v -n,--newest -o,--oldest -e -c -w',
  )

  return {
    ps: inert(
      't*',
      `-A -a -d -N,--deselect -C= -G,--Group= -g,--group= -p,--pid= --ppid= -q,--quick-pid= -s,--sid= -t,--tty= -u,--user= -U,--User= -F -f -H -j -l
     -M -O= -o,--format= -P -y -Z --context --headers --no-headers,--noheaders,--no-heading,--no-headings --cols,--columns,--width= --rows,--lines=
     --forest --cumulative -L -m -T -c -e -x -r -S !-E -k,--sort= -n= -V,--version -w --info --help? -v -X -D= -#`,
      { guard: noEnvironments },
    ),
    pstree: inert(
      't*',
      '-a,--arguments -A,--ascii -c,--compact-not -C,--color= -g,--show-pgids -G,--vt100 -h,--highlight-all -H,--highlight-pid= -l,--long -n,--numeric-sort -N,--ns-sort= -p,--show-pids -s,--show-parents -S,--ns-changes -t,--thread-names -T,--hide-threads -u,--uid-changes -U,--unicode -V,--version -Z,--security-context',
    ),
    procs: reads(
      't*',
      '-t,--tree -l,--list -a,--and -o,--or -d,--nand -r,--nor --thread --sorta= --sortd= -i,--insert= --only= --no-header -c,--color= --theme= --pager= -V,--version -h,--help',
    ),
    'pgrep pidof pidwait': inert(
      't*',
      `-d,--delimiter= -l,--list-name -a,--list-full -v,--inverse -w,--lightweight -c,--count -f,--full -g,--pgroup= -G,--group= -i,--ignore-case
     -n,--newest -o,--oldest -O,--older= -P,--parent= -s,--session= -t,--terminal= -u,--euid= -U,--uid= -x,--exact -F,--pidfile=r -L,--logpidfile
     -r,--runstates= -A,--ignore-ancestors --cgroup= --ns= --nslist= -S -q ${V}`,
    ),
    'pkill killall kill9 xkill': stops,
    top: reads(
      't*',
      `-b,--batch-mode -c -d,--delay= -E,--scale-summary-mem= -e,--scale-task-mem= -H,--threads-show -i,--idle-toggle -n,--iterations= -O,--list-fields
     -o,--sort-override= -p,--pid= -S -s,--secure-mode -U= -u= -w? -1 -l= -F -R -r -a -t ${V}`,
    ),
    'htop btop atop glances nvtop iotop': acts('an interactive console', 't*', '--version'),
    pmap: reads('t*', `-x,--extended -X -d,--device -q,--quiet -p,--show-path -A,--range= ${V} !-c !-C=r !-n !-N=w`),
    pwdx: inert('t*', V),
    free: inert(
      '',
      `-b,--bytes --kilo --mega --giga --tera --peta -k,--kibi -m,--mebi -g,--gibi --tebi --pebi -h,--human --si -l,--lohi -L,--line -t,--total -v,--committed -s,--seconds= -c,--count= -w,--wide --help -V,--version`,
    ),
    vmstat: inert(
      't*',
      `-a,--active -f,--forks -m,--slabs -n,--one-header -s,--stats -d,--disk -D,--disk-sum -p,--partition= -S,--unit= -w,--wide -t,--timestamp -y,--no-first ${V}`,
    ),
    'iostat mpstat': reads(
      't*',
      '-c -d -h -k -m -N -p= -t -x -y -z -P= -u -A -V -j= --human --dec= -r -b -n= -q -s= -I= -T= -l -w -U -R -v !-o=w',
    ),
    // With -z it begins to count anew.
    nfsstat: reads('t*', '-c -s -n -r -m -v -l -o= -2 -3 -4'),
    pidstat: reads('t*', '-d -h -H -I -l -R -r -s -t -u -v -V -w -U? -C= -G= -p= -T= --human --dec= !-e=x'),
    sar: reads(
      't*',
      '-A -B -b -C -D -d -F -H -h -p -q -R -r -S -t -u -v -V -W -w -y -z -I= -i= -j= -m= -n= -P= --human --pretty --dec= --iface= --dev= --help !-f=r !-o=w !-s !-e',
    ),
    uptime: inert('', `-p,--pretty -s,--since ${V}`),
    lscpu: inert(
      '',
      `-a,--all -b,--online -B,--bytes -C? --caches? -c,--offline -J,--json -e? --extended? -p? --parse? -s,--sysroot=r -x,--hex -y,--physical --output-all ${V}`,
    ),
    lsblk: inert(
      'm*',
      `-A,--noempty -D,--discard -E,--dedup= -I,--include= -J,--json -M,--merge -O,--output-all -P,--pairs -S,--scsi -N -v -T? --tree? -a,--all -b,--bytes -d,--nodeps -e,--exclude= -f,--fs -i,--ascii -l,--list -m,--perms -n,--noheadings -o,--output= -p,--paths -r,--raw -s,--inverse -t,--topology -w,--width= -x,--sort= -y,--shell -z,--zoned --sysroot=r ${V}`,
    ),
    lsusb: reads('', '-v,--verbose -t,--tree -s= -d= -D=r -V,--version -h,--help'),
    lspci: reads('', '-v -t -k -n -s= -d= -x -D -P -m -b -i=r --version !-q !-Q'),
    'lsmod lsns lsipc lsmem lslocks lslogins': reads(
      't*',
      `-J,--json -l,--list -n,--noheadings -o,--output= -p,--task= -r,--raw -t,--type= -u,--notruncate,--user-accs -W -a,--all -b,--bytes -s,--system-accs -g,--groups= -G -L,--last --summary? -i,--id= -m,--shmems -q,--queues -S,--semaphores -c,--creator --time -z,--print0 --output-all ${V}`,
    ),
    modinfo: inert(
      't*',
      '-a,--author -d,--description -l,--license -p,--parameters -n,--filename -0,--null -F,--field= -k,--set-version= -b,--basedir= -V,--version -h,--help',
    ),
    findmnt: reads(
      't*',
      `-s,--fstab -m,--mtab -k,--kernel -A,--all -a,--ascii -b,--bytes -C,--nocanonicalize -c,--canonicalize -D,--df -d,--direction= -e,--evaluate -F,--tab-file=r -f,--first-only -i,--invert -J,--json -l,--list -N,--task= -n,--noheadings -O,--options= -o,--output= --output-all -P,--pairs --pseudo --shadowed -R,--submounts -r,--raw --real -S,--source= -T,--target= --tree -M,--mountpoint= -t,--types= -U,--uniq -u,--notruncate -v,--nofsroot -y,--shell -x,--verify --verbose --vfs-all ${V}`,
    ),
    mount: reads('s w', '-l,--show-labels -t,--types= -v,--verbose -h,--help -V,--version', { guard: mountsNothing }),
    blkid: reads(
      't*',
      `-d,--no-encoding -o,--output= -k,--list-filesystems -s,--match-tag= -t,--match-token= -l,--list-one -L,--label= -U,--uuid= -p,--probe -i,--info ${V} !-c,--cache-file=w !-g,--garbage-collect`,
    ),
    swapon: reads('', '-s,--summary --show? --noheadings --raw --bytes !-a,--all', { must: '-s --summary --show' }),
    // It shows the table of partitions, and nothing of what is in them.
    fdisk: reads('m*', '-l,--list -x,--list-details -o,--output= --bytes', { must: '-l --list -x' }),
    mdadm: reads('m*', '-D,--detail -E,--examine -Q,--query -s,--scan -b,--brief -v,--verbose -V,--version -h,--help', {
      must: '-D --detail -E --examine -Q --query -V --version -h --help',
    }),
    'tune2fs dumpe2fs': reads('m', '-l -h -V', { must: '-l -h -V' }),
    btrfs: suite('--version --help', {
      'filesystem fi': suite('', {
        'usage show df': reads('m*', '-b,--raw -h,--human-readable -H --si --iec -k -m -g -t -T -d,--all-devices'),
        '*': acts('changes disks'),
      }),
      'subvolume sub': suite('', {
        'list show get-default': reads('m', '-p -a -c -g -o -u -q -R -t -s -r -d'),
        '*': acts('changes disks'),
      }),
      'device scrub balance': suite('', {
        'usage status': reads('m', '-b -h -H -k -m -g -t -T -d -R -v'),
        '*': acts('changes disks'),
      }),
      '*': acts('changes disks'),
    }),
    'umount swapoff mkfs parted mkswap wipefs losetup cryptsetup pvcreate vgcreate lvcreate lvremove e2fsck fsck resize2fs':
      acts('changes disks', 't*', '--version'),
    'lvs vgs pvs': reads(
      't*',
      '-a,--all -o,--options= -O,--sort= -S,--select= -v,--verbose --units= --noheadings --nosuffix --separator= --segments --reportformat= --version -h,--help',
    ),
    zpool: suite('--version -V', {
      'status list iostat get': reads('t*', '-v -L -P -H -p -o= -x -g -s -t -T= -y -l -i -j,--json'),
      '*': acts('changes disks'),
    }),
    zfs: suite('--version -V', {
      'list get': reads('t*', '-r -d= -H -p -o= -s= -S= -t= -j,--json'),
      '*': acts('changes disks'),
    }),
    dmidecode: reads('', '-t,--type= -s,--string= -q,--quiet -u,--dump -h,--help -V,--version'),
    lshw: reads('', '-short -class= -C= -json -xml -html -businfo -sanitize -quiet -numeric -version', { style: 'go' }),
    inxi: reads('', '-F -b -A -C -D -G -I -m -M -N -n -p -P -S -s -t -x -z -h --help -V --version'),
    sensors: reads('t*', '-u -j -A,--no-adapter -f,--fahrenheit -h,--help -v,--version'),
    acpi: reads('', '-b -a -t -c -V -v -f -i -s -h --help --version'),
    smartctl: reads(
      't',
      '-a,--all -i,--info -H,--health -A,--attributes -x,--xall -c,--capabilities -l,--log= -j,--json? -d,--device= --scan -V,--version -h,--help',
      { guard: onlyShownLogs },
    ),
    'nvidia-smi': reads(
      '',
      '-q,--query -L,--list-gpus -i,--id= -d,--display= -x,--xml-format -h,--help --version --query-gpu= --query-compute-apps= --format= -l,--loop=',
    ),
    lsof: reads(
      'm*',
      `-? -a -b -C -h -l -n -N -O -P -R -t -U -v -V -X -c= -d= -g? -i? -L? -o? -p= -r? -s? -S? -T? -u= -x? -F? -M -w -H -K? -Q -E -e= -k= -m= -A= -f? !-D=`,
      { guard: noNames(/@[^@/]*\.\p{L}/u) },
    ),
    fuser: reads(
      'm*',
      '-a,--all -I,--inode -l,--list-signals -m,--mount -M,--ismountpoint -n,--namespace= -s,--silent -u,--user -v,--verbose -V,--version -4 -6 !-k,--kill !-i,--interactive !-w,--writeonly',
    ),
    ss: reads(
      't*',
      `-n,--numeric -r,--resolve -a,--all -l,--listening -B -o,--options -e,--extended -m,--memory -p,--processes -T,--threads -i,--info --tipcinfo
     -s,--summary --tos --cgroup -b,--bpf -E,--events -Z,--context -z,--contexts -N,--net= -4,--ipv4 -6,--ipv6 -0,--packet -t,--tcp -M,--mptcp -S,--sctp
     -u,--udp -d,--dccp -w,--raw -x,--unix --tipc --vsock --xdp -f,--family= -H,--no-header -O,--oneline --inet-sockopt -A,--query,--socket= ${V}
     !-K,--kill !-D,--diag=w !-F,--filter=r`,
      { guard: noNames(/^[^/]*\.\p{L}/u) },
    ),
    netstat: inert(
      't*',
      `-r,--route -i,--interfaces -I= -g,--groups -s,--statistics -M,--masquerade -v,--verbose -W,--wide -n,--numeric --numeric-hosts --numeric-ports --numeric-users -N,--symbolic -e,--extend -p,--programs -o,--timers -c,--continuous -l,--listening -a,--all -F,--fib -C,--cache -Z,--context -t,--tcp -u,--udp -w,--raw -x,--unix -S,--sctp -4,--inet -6,--inet6 -A= -f= -b -L -m ${V}`,
    ),
    ip: suite(
      '-V,-Version -h,-human -s,-stats,-statistics -d,-details -r,-resolve -f,-family= -4 -6 -0 -B -M -o,-oneline -j,-json -p,-pretty -t,-timestamp -ts -br,-brief -N,-Numeric -a,-all -c,-color? !-n,-netns= !-b,-batch=r -rc= -l= -iec',
      {
        'address link neighbour route rule maddress mroute tunnel netns token xfrm': suite(
          '',
          {
            'show list lst ls get': reads('t*', '', { guard: noAssignments }),
            sh: '=show',
            'add del delete change replace set flush append exec monitor identify pids attach save restore up down':
              acts('changes the network'),
          },
          { bare: true },
        ),
        'a addr': '=address',
        l: '=link',
        'n neigh neighbor': '=neighbour',
        'r ro': '=route',
        ru: '=rule',
        help: reads('', ''),
        monitor: acts('follows changes'),
      },
      { style: 'go' },
    ),
    // To busybox what follows a flag it does not know is an address.
    ifconfig: reads('t', '-a -s -v -l -u -d', { guard: noNames(/\.\p{L}/u) }),
    iwconfig: reads('t', '--version --help -v -h'),
    route: {
      flags: '-n -e -ee -v -4 -6 -A= -N -V,--version -h,--help',
      bare: true,
      subs: {
        get: reads('t', '-inet -inet6 -net -host', { style: 'go', guard: noNames(/^(?!default$|-).*\p{L}[^:]*$/u) }),
        '*': acts('changes the network'),
      },
    },
    arp: reads('', '-n -e -ee -v -a -4 -6 -A= -N -V,--version -h,--help'),
    ethtool: reads(
      't',
      '-i,--driver -S,--statistics -k,--show-features,--show-offload -g,--show-ring -a,--show-pause -c,--show-coalesce -P,--show-permaddr -h,--help --version',
    ),
    nmcli: suite(
      '-t,--terse -p,--pretty -m,--mode= -f,--fields= -g,--get-values= -c,--colors= -v,--version -h,--help',
      {
        'general g': suite('', { status: reads('', '') }, { bare: true }),
        'device dev d connection con c': suite('', { 'status show': reads('t*', '--active') }, { bare: true }),
        '*': acts('changes the network'),
      },
    ),
    'iptables ip6tables': reads(
      't*',
      '-L,--list -S,--list-rules -n,--numeric -v,--verbose -x,--exact --line-numbers -t,--table= -4 -6 -V,--version -h,--help',
      { must: '-L --list -S --list-rules -V --version -h --help' },
    ),
    nft: suite(
      '-n,--numeric -a,--handle -j,--json -s,--stateless -t,--terse -y -v,--version -h,--help !-f,--file=q !-i',
      {
        list: reads('t*', '', { guard: plainNames }),
        '*': acts('changes the network'),
      },
    ),
    ufw: suite('--version -h,--help', { status: reads('t', ''), '*': acts('changes the network') }),
    networkctl: suite(
      '--no-pager --no-legend -a,--all -s,--stats -l,--full -n,--lines= --json= --version -h,--help',
      { 'list status lldp': reads('t*', ''), '*': acts('changes the network') },
      { bare: true, inherit: true },
    ),
    tc: suite(
      '-V,-Version -s,-stats,-statistics -d,-details -r,-raw -p,-pretty -j,-json -i,-iec -g,-graph -o,-oneline -t,-timestamp -color? !-b,-batch=r !-n,-netns=',
      {
        'qdisc class filter chain actions action': suite(
          '',
          { 'show list ls': reads('t*', ''), '*': acts('changes the network') },
          { bare: true },
        ),
        '*': acts('changes the network'),
      },
      { style: 'go' },
    ),
    bridge: suite(
      '-V,-Version -s,-stats,-statistics -d,-details -p,-pretty -j,-json -o,-oneline -t,-timestamp -color? !-b,-batch=r !-n,-netns=',
      {
        'link fdb mdb vlan vni': suite(
          '',
          { 'show list ls': reads('t*', ''), '*': acts('changes the network') },
          { bare: true },
        ),
        '*': acts('changes the network'),
      },
      { style: 'go' },
    ),
    iw: suite('--version --debug', {
      dev: suite('', { '*': acts('changes the network') }, { bare: true }),
      'list phy': reads('', ''),
      reg: suite('', { get: reads('', ''), '*': acts('changes the network') }),
      '*': acts('changes the network'),
    }),
    'firewall-cmd brctl ifup ifdown dhclient': acts('may change the network', 't*', '-V --version'),
    systemctl: suite(
      UNITS,
      {
        'status show cat list-units list-unit-files list-sockets list-timers list-jobs list-dependencies list-machines list-automounts list-paths is-active is-enabled is-failed is-system-running get-default':
          reads('t*', UNITS),
        'show-environment': acts('shows the environment of services', '', UNITS),
        'start stop restart reload try-restart reload-or-restart kill freeze thaw set-property enable disable reenable preset mask unmask link edit daemon-reload daemon-reexec isolate reset-failed reboot poweroff halt suspend hibernate rescue emergency default set-default set-environment unset-environment import-environment switch-root revert add-wants add-requires clean bind mount-image kexec exit cancel':
          acts('changes services', 't*', '--now -f,--force -q,--quiet'),
      },
      { bare: true, inherit: true },
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
    'busybox toybox': reads('', '--list --list-full --long --help'),
    getprop: inert('t*', '-T -Z'),
    sysctl: reads(
      't*',
      `-a,--all -A -X -b,--binary -d -e,--ignore -N,--names -n,--values -q,--quiet --deprecated -r,--pattern= ${V} !-w,--write !-p?r !--load?r !-f !--system`,
      {
        guard: noAssignments,
      },
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
    crontab: reads('', '-l -u= -V !-e !-r !-i', { guard: onlyWithList }),
    // `at -c` shows a job with the environment it was planned in.
    at: reads('t*', '-l -q= -V !-f=r !-c !-d !-r !-m !-M !-v', { must: '-l -V', needs: '-l' }),
    atrm: acts('plans commands', 't*', '-V'),
    // Older ones tell their version beside what they do.
    batch: acts('plans commands', 't*', ''),
    atq: reads('', '-V -q='),
    getent: reads('t t*', '-i !-s=x --help --version', { guard: localDatabase }),
    lsb_release: inert(
      '',
      '-a,--all -c,--codename -d,--description -r,--release -i,--id -s,--short -v,--version -h,--help',
    ),
    getcap: reads('m*', '-n -r -v -h', { tree: '-r' }),
    ipcs: inert(
      '',
      `-i,--id= -m,--shmems -q,--queues -s,--semaphores -a,--all -t,--time -p,--pid -c,--creator -l,--limits -u,--summary --human -b,--bytes ${V}`,
    ),
    chage: reads('t', '-l,--list -i,--iso8601 -h,--help', { needs: '-l --list' }),
    groupmems: acts('manages groups'),
    'nice renice ionice chrt taskset': acts('runs or reschedules a program', 't*', '--version'),
    prlimit: reads('', `-p,--pid= -o,--output= --noheadings --raw ${V}`, {
      must: '-p --pid -h --help -V --version',
    }),
    numactl: reads('', '-H,--hardware -s,--show', { must: '-H --hardware -s --show' }),
    slabtop: reads('', `-o,--once -s,--sort= -d,--delay= ${V}`, { must: '-o --once -h --help -V --version' }),
    sudo: acts('runs a command as another user', 't*', '-V,--version'),
    'su doas runuser pkexec chroot unshare nsenter setpriv': acts(
      'runs a command under other rights',
      't*',
      '--version',
    ),
    'useradd usermod userdel groupadd groupdel passwd chpasswd visudo': acts('changes users', 't*', ''),
    'shutdown reboot halt poweroff init telinit': acts('stops the machine', 't*', ''),
    'modprobe insmod rmmod depmod kexec': acts('changes the kernel', 't*', '--version'),
    'logger wall write mesg': acts('writes to logs or terminals', 't*', ''),
    stty: reads('t', '-a,--all -g,--save --help --version', { guard: onlySizes }),
    tmux: suite('-V', {
      'ls list-sessions list-windows list-panes': reads('', '-a -s'),
      '*': acts('manages terminals'),
    }),
    screen: reads('t', '-ls -list -v --version', { style: 'go', must: '-ls -list -v --version' }),
    tput: suite('-T= -V', {
      'cols lines colors longname bold dim rev smul rmul smso rmso sitm ritm sgr0 op setaf setab el ed cup sc rc civis cnorm':
        reads('t*', ''),
      '*': acts('sets up the terminal'),
    }),
    'open xdg-open gio start': acts('opens something in another program', 'r*', ''),
    'pbcopy pbpaste xclip xsel wl-copy wl-paste': acts('uses the clipboard', 't*', ''),
    clear: inert('', '-x -V -T='),
    reset: acts('sets the modes of the terminal', 't*', '-V -q -Q -s -c -w'),
    'getenforce runlevel': inert('', ''),
    sestatus: inert('', '-v -b'),
    'systemd-cgls': reads(
      'm*',
      '-a,--all -l,--full -u,--unit? --user-unit? -k -x -c --no-pager --version -h,--help !-M,--machine=',
    ),
    mountpoint: reads('m', `-d,--fs-devno -q,--quiet -x,--devno --nofollow ${V}`),
    'systemd-detect-virt': inert(
      '',
      '-c,--container -v,--vm -r,--chroot -q,--quiet --private-users --list -h,--help --version',
    ),
    rfkill: suite(
      `-J,--json -n,--noheadings -o,--output= --output-all -r,--raw ${V}`,
      { list: reads('t*', ''), '*': acts('changes devices') },
      { bare: true },
    ),
    infocmp: reads('r*', '-1 -C -c -d -I -L -n -q -r -x -V'),
    nvme: suite('--version', {
      list: reads('m*', '-o,--output-format= -v,--verbose'),
      '*': acts('changes disks', 't*', ''),
    }),
    'systemd-analyze': suite(
      '--no-pager --user --system --version -h,--help !-H,--host=u !-M,--machine=',
      {
        'time blame critical-chain unit-files unit-paths exit-status timespan timestamp calendar': reads(
          't*',
          '--fuzz=',
        ),
        '*': acts('asks or changes the service manager'),
      },
      { bare: true, inherit: true },
    ),
    udevadm: suite('--version -h,--help', {
      info: reads(
        't*',
        '-q,--query= -p,--path= -n,--name= -r,--root -a,--attribute-walk -x,--export -P,--export-prefix= -e,--export-db --no-pager !-c,--cleanup-db',
      ),
      '*': acts('changes devices'),
    }),
  }
}
