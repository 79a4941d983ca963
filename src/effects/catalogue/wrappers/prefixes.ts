/**
 * Part of the wrapper catalogue, data: commands that stand before another command on the same machine.
 *
 * INVARIANT: `strict` entries list every option of the program, with arity; an option that writes, changes the working
 * directory or the environment carries `!`.
 */

import type { Prefix } from './prefix.ts'

const HELP = '~--help ~--version'

/** Seen through for permission as well as for restriction. */
const STRICT: Readonly<Record<string, Prefix>> = {
  builtin: { strict: true },
  command: { strict: true, options: '-p ~-v ~-V' },
  env: {
    strict: true,
    assigns: true,
    dash: true,
    options: `!-i !--ignore-environment -0 --null !-u= !--unset= !-C= !--chdir= !-P= !-a= !--argv0= !--block-signal=? !--default-signal=? !--ignore-signal=? !--list-signal-handling -v --debug ${HELP}`,
  },
  ionice: {
    strict: true,
    options:
      '-c= --class= -n= --classdata= -t --ignore ~-p= ~--pid= ~-P= ~--pgid= ~-u= ~--uid= ~-h ~--help ~-V ~--version',
  },
  nice: { strict: true, numeric: true, options: `-n= --adjustment= ${HELP}` },
  nohup: { strict: true, options: HELP },
  stdbuf: { strict: true, options: `-i= --input= -o= --output= -e= --error= ${HELP}` },
  time: {
    strict: true,
    options: `-p --portability -v --verbose -q --quiet -f= --format= !-a !--append !-o= !--output= !-l !-h ${HELP} ~-V`,
  },
  timeout: {
    strict: true,
    operands: 1,
    options: `-f --foreground -p --preserve-status -k= --kill-after= -s= --signal= -v --verbose ${HELP}`,
  },
  xargs: {
    strict: true,
    otherwise: ['echo'],
    appends: ['-I', '-i', '--replace', '-J'],
    unplaces: ['-n', '--max-args', '-L', '-l', '--max-lines'],
    options: `-0 --null -r --no-run-if-empty -t --verbose -x --exit -n= --max-args= -L= --max-lines=? -l=? -P= --max-procs= -s= --max-chars= -d= --delimiter= -E= -e=? --eof=? -I= -i=? --replace=? !-J= !-R= !-S= -a= --arg-file= !-p !--interactive !-o !--open-tty !--process-slot-var= ~--show-limits ${HELP}`,
  },
  xcrun: {
    strict: true,
    options: `-r --run -run -v --verbose -n --no-cache -l --log !--sdk= !-sdk= !--toolchain= !-toolchain= !-k !--kill-cache ~-f ~--find ~-find ~--show-sdk-path ~-show-sdk-path ~--show-sdk-version ~-show-sdk-version ~--show-sdk-platform-path ~--show-sdk-build-version ~-h ~-version ${HELP}`,
  },
}

/** Seen through for restriction only. */
const WIDE: Readonly<Record<string, Prefix>> = {
  // In zsh, `-` runs the command after it, under a name that begins with a dash.
  '-': {},
  'aa-exec': {
    shell: true,
    options: '-p= --profile= -n= --namespace= -d --debug -i --immediate -v --verbose ~-h ~--help',
  },
  'annotate-output': { options: '-h --help' },
  arch: { options: '-x86_64 -arm64 -arm64e -i386 -32 -64 -c -d= -e= -h' },
  bwrap: {
    options:
      '--args= --argv0= --chdir= --setenv --unsetenv= --unshare-all --unshare-net --unshare-pid --share-net --die-with-parent --new-session --proc= --dev= --tmpfs= --clearenv --uid= --gid= --hostname= --cap-add= --cap-drop=',
  },
  bsub: { options: '-q= -n= -o= -e= -J= -P= -R= -W= -M= -I -K' },
  caffeinate: { options: '-d -i -m -s -u -t= -w=' },
  catatonit: { options: '-g -h -L -P -s -V' },
  catchsegv: {},
  cgexec: { options: '-g= --sticky' },
  choom: { options: '-n= --adjust= ~-p= ~--pid=' },
  chronic: { options: '-v -e' },
  chpst: { options: '-u= -U= -b= -/= -e= -m= -d= -o= -p= -f= -c= -r= -t= -n= -l= -L= -v -V -P -0 -1 -2' },
  chroot: { operands: 1, shell: true, options: '--userspec= --groups= --skip-chdir -g= -G= -u=' },
  chrt: {
    operands: 1,
    options:
      '-b --batch -d --deadline -e --ext -f --fifo -i --idle -o --other -r --rr -R --reset-on-fork -T= --sched-runtime= -P= --sched-period= -D= --sched-deadline= -v --verbose -a --all-tasks ~-m ~--max ~-p ~--pid ~-h ~-V',
  },
  condor_run: { script: true, options: '-u= -a=' },
  cpulimit: {
    options:
      '-l= --limit= ~-p= ~--pid= -e= --exe= -P= --path= -c= --cpu= -s= --signal= -b --background -f --foreground -i --include-children -k --kill -m --monitor-forks -q --quiet -r --restore -v --verbose -z --lazy ~-h ~--help',
  },
  'cross-env': { assigns: true },
  'cross-env-shell': { assigns: true, script: true },
  daemon: { options: '-c -f -r -S -o= -p= -P= -R= -s= -l= -m= -t= -T= -u= -U= -n= -N= -D= -F= -L= -v' },
  daemonize: { options: '-a -v -c= -e= -o= -p= -u= -l= -E= ~-h' },
  'dbus-launch': { options: '--sh-syntax --exit-with-session --autolaunch=' },
  'dbus-run-session': { options: '--config-file= --dbus-daemon=' },
  dockerize: {
    options: '-wait= -timeout= -template= -stdout= -stderr= -wait-http-header= -wait-retry-interval= -poll',
  },
  doas: { shell: true, options: '-a= -C= -L -n -s -u=' },
  dotenv: { options: '-e= -f= -v= -c=? -o -p=', after: true },
  dtach: { operands: 1, options: '-A -c -n -N -a -e= -E -r= -z' },
  'dumb-init': { options: '-c --single-child -r= --rewrite= -v --verbose' },
  eatmydata: {},
  entr: { options: '-a -c -d -n -p -r -s@ -x -z' },
  abduco: { operands: 1, options: '-A -c -n -a -e= -f -r -p -q -l' },
  envconsul: { after: true, options: '-config= -prefix= -secret= -consul-addr= -vault-addr= -once -pristine -upcase' },
  envdir: { operands: 1 },
  envuidgid: { operands: 1 },
  'env-cmd': { options: '-f= --file= -e= -r= --no-override --verbose --use-shell --silent -x' },
  exec: { options: '-c -l -a=' },
  fakechroot: { shell: true, options: '-s -l= -d= -e= -c= -b=' },
  fakeroot: { shell: true, options: '-l= --lib= --faked= -i= -s= -u --unknown-is-real -b= -h -v' },
  faketime: { operands: 1, options: '-m -f -p= --exclude-monotonic --date-prog=' },
  firejail: { shell: true, options: '--quiet --noprofile --private --net=? --profile= --name= --' },
  flock: {
    operands: 1,
    late: true,
    options:
      '-e -x --exclusive -s --shared -n --nb --nonblock -w= --wait= --timeout= -E= --conflict-exit-code= -o --close -F --no-fork -u --unlock --fcntl --verbose -c@ --command@ ~-h ~-V',
  },
  gksudo: { options: '-u= --user= -m= --message= -k -S -g -d' },
  gotty: { options: '-a= --address= -p= --port= -w --permit-write -c= --credential= -r --random-url --once' },
  heaptrack: { options: '-r --raw -d --debug -p= -o= --output= -q' },
  'hwloc-bind': { operands: 1, after: true, options: '--cpubind --membind -p -l --single --strict -v' },
  gosu: { operands: 1 },
  grc: { options: '-e -s -c= --config= --colour= --pty' },
  'gpg-agent': {
    options: '--daemon --server --sh --csh -s -c -q -v --homedir= --options= --no-detach ~--help ~--version',
  },
  ifne: { options: '-n' },
  k3s: {},
  kdesudo: { options: '-u= -c@ -d -n -t' },
  lima: { shell: true, elsewhere: 'container' },
  'lxc-attach': {
    after: true,
    shell: true,
    elsewhere: 'container',
    options: '-n= --name= -e --clear-env --keep-env -v= -u= -g=',
  },
  libtool: {
    options:
      '--mode= --tag= --config --debug -n --dry-run --features --finish --silent --quiet -v --verbose ~--help ~--version',
  },
  logsave: { operands: 1, options: '-a -s -v' },
  lockf: { operands: 1, options: '-k -n -p -s -T -w -t=' },
  ltrace: {
    options:
      '-a= -A= -b -c -C -D= -e= -f -F= -i -l= -L -n= -o= -p= -r -s= -S -t -T -u= -w= -x= --output= --demangle --library= --where=',
  },
  microk8s: {},
  mpiexec: { options: '-n= -np= -c= --host= --hostfile= -H= --map-by= --bind-to= --oversubscribe -x=' },
  mpirun: { options: '-n= -np= -c= --host= --hostfile= -H= --map-by= --bind-to= --oversubscribe -x=' },
  multitime: { options: '-b= -f= -i= -I= -l -n= -o= -q -r= -s= -v' },
  nocache: { options: '-n=' },
  nsenter: {
    shell: true,
    options:
      '-a --all -t= --target= -m=? --mount=? -u=? --uts=? -i=? --ipc=? -n=? --net=? -p=? --pid=? -U=? --user=? -C=? --cgroup=? -T=? --time=? -S= --setuid= -G= --setgid= -r=? --root=? -w=? --wd=? -W=? --wdns=? -e --env -F --no-fork -Z --follow-context --preserve-credentials --keep-caps -c --join-cgroup',
  },
  nocorrect: {},
  noglob: {},
  repeat: { operands: 1, script: true },
  hwatch: {
    script: true,
    options:
      '-b --batch -B --beep --border -c --color -r --reverse -C --compress -t --no-title -e --enable-summary-char -l= --logfile= -A= --aftercommand@ -s= --shell= -n= --interval= -L= --limit= --tab-size= -d=? --differences=? -o=? --output=? -x --exec -N --line-number -k --keymap= -q= --no-help-banner --no-summary --mouse ~-h ~--help ~-V ~--version',
  },
  numactl: {
    options:
      '-a --all -i= --interleave= -p= --preferred= -P= -m= --membind= -w= -N= --cpunodebind= -C= --physcpubind= -l --localalloc -b --balancing ~-s ~--show ~-H ~--hardware',
  },
  onchange: { after: true, options: '-i -a -k -w -j= -e= -d= -f= -p=' },
  'parallel-ssh': { script: true, elsewhere: 'remote', options: '-h= -H= -l= -p= -t= -o= -e= -i -A -O= -x= -X= -P -v' },
  pkexec: { shell: true, options: '--user= --disable-internal-agent --keep-cwd' },
  prlimit: {
    options:
      '-c=? --core=? -d=? --data=? -e=? --nice=? -f=? --fsize=? -i=? --sigpending=? -l=? --memlock=? -m=? --rss=? -n=? --nofile=? -q=? --msgqueue=? -r=? --rtprio=? -s=? --stack=? -t=? --cpu=? -u=? --nproc=? -v=? --as=? -x=? --locks=? -y=? --rttime=? ~-p= ~--pid= -o= --output= --noheadings --raw --verbose',
  },
  proot: { shell: true, options: '-r= -b= -q= -w= -v= -k= -0 -i= -S= -R= --rootfs= --bind= --cwd=' },
  proxychains: { options: '-q -f=' },
  proxychains4: { options: '-q -f=' },
  pssh: { script: true, elsewhere: 'remote', options: '-h= -H= -l= -p= -t= -o= -e= -i -A -O= -x= -X= -P -v' },
  'qemu-x86_64': {
    options: '-L= -cpu= -E= -U= -g= -strace -0= -B= -s= -d= -D= -p= -R= -singlestep -one-insn-per-tb ~-h ~-version',
  },
  qsub: { options: '-b= -q= -N= -o= -e= -l= -pe= -cwd -V -sync=' },
  reflex: { after: true, options: '-g= -r= -G= -R= -s -d= -e -v' },
  retry: { options: '-t= -d= -m= -x= --times= --delay= --until= --while= --message= --tries= --sleep=' },
  rootlesskit: { options: '--net= --copy-up= --pidns --cgroupns --port-driver= --state-dir= --disable-host-loopback' },
  rtk: { options: '-v --verbose -u --ultra-compact' },
  reptyr: { options: '-l -L -s -T -v' },
  rlwrap: {
    options:
      '-a=? -A=? -b= -c -C= -D= -e= -f= -g= -H= -I -i -l= -m=? -n -N -o -O= -p=? -P= -q= -r -R -s= -S= -t= -w= -z=',
  },
  run0: {
    shell: true,
    options: '-u= --user= -g= --group= --nice= -D= --chdir= --setenv= --background= --machine= --unit= --slice=',
  },
  rvm: { operands: 2 },
  's6-setuidgid': { operands: 1 },
  salt: {
    operands: 2,
    script: true,
    elsewhere: 'remote',
    options:
      '-C -E -G -I -L -N -P -R -S --async --static -t= --timeout= -b= --batch= --out= --output= -c= --config-dir= -v',
  },
  'salt-ssh': {
    operands: 2,
    script: true,
    elsewhere: 'remote',
    options: '-i -r --raw -E -L -N -v --user= --priv= -t= --out=',
  },
  'salt-call': {
    operands: 1,
    script: true,
    options: '--local -l= --log-level= --out= --output= -c= --config-dir= -g -d',
  },
  salloc: { options: '-n= -N= -c= -p= -t= -J= --mem= --gres=' },
  schroot: { shell: true, elsewhere: 'container', options: '-c= --chroot= -u= --user= -d= --directory= -p -s= -q' },
  srun: { options: '-n= -N= -c= -p= -t= -J= -w= --mem= --gres= --pty -l' },
  summon: { options: '-f= -p= -D= -e= -i --yaml= --up' },
  super: {},
  setarch: {
    shell: true,
    optional: [
      'linux32',
      'linux64',
      'x86_64',
      'i386',
      'i486',
      'i586',
      'i686',
      'uname26',
      'aarch64',
      'arm64',
      'armv7l',
      'ppc64',
      's390x',
      'riscv64',
    ],
    options:
      '-R --addr-no-randomize -F --fdpic-funcptrs -Z --mmap-page-zero -L --addr-compat-layout -X --read-implies-exec -B --32bit -I --short-inode -S --whole-seconds -T --sticky-timeouts -3 --3gb --4gb --uname-2.6 -v --verbose -p= --show=?',
  },
  setpriv: {
    options:
      '--clear-groups -d --dump --groups= --inh-caps= --ambient-caps= --bounding-set= --init-groups --keep-groups --list-caps --no-new-privs --rgid= --regid= --egid= --ruid= --euid= --reuid= --securebits= --pdeathsig= --selinux-label= --apparmor-profile= --reset-env --ptracer= --landlock-access= --landlock-rule= --seccomp-filter=',
  },
  setsid: { options: '-c --ctty -f --fork -w --wait ~-h ~-V ~--help ~--version' },
  setuidgid: { operands: 1 },
  softlimit: { options: '-a= -c= -d= -f= -l= -m= -o= -p= -r= -s= -t=' },
  'ssh-agent': { options: '-c -D -d -k -s -a= -E= -O= -P= -t=' },
  sshpass: { options: '-p= -f= -d= -P= -e=? -v' },
  'start-stop-daemon': {
    options:
      '-S --start -K --stop -a@ --startas@ -x@ --exec@ -p= --pidfile= -n= --name= -u= --user= -c= --chuid= -g= --group= -d= --chdir= -r= --chroot= -b --background -m --make-pidfile -o --oknodo -q --quiet -N= -R= -s= --signal= -t --test -v',
    after: true,
  },
  strace: {
    options:
      '-A -b= -c -C -D -DD -DDD -d -e= -f -ff -F -h -i -I= -k -n -N -o= -O= -p= -P= -q -qq -r -s= -S= -t -tt -ttt -T -u= -U= -v -V -w -x -xx -X= -y -yy -Y -z -Z -E= -a= --trace= --output= --follow-forks --summary-only --summary --string-limit= --attach= --env= --user= --quiet=? --decode-fds=?',
  },
  'su-exec': { operands: 1 },
  sudo: {
    assigns: true,
    shell: true,
    options:
      '-A --askpass -B --bell -b --background -C= --close-from= -D= --chdir= -E --preserve-env=? -g= --group= -H --set-home -h= --host= -i --login ~-K ~--remove-timestamp -k --reset-timestamp ~-l ~--list -N --no-update -n --non-interactive -P --preserve-groups -p= --prompt= -R= --chroot= -r= --role= -S --stdin -s --shell -T= --command-timeout= -t= --type= -U= --other-user= -u= --user= ~-V ~--version ~-v ~--validate -a= -c= ~-e ~--edit ~--help',
  },
  'systemd-cat': { options: '-t= --identifier= -p= --priority= --stderr-priority= --level-prefix=' },
  'systemd-inhibit': { options: '--what= --who= --why= --mode= ~--list --no-ask-password' },
  'systemd-nspawn': {
    shell: true,
    elsewhere: 'container',
    options:
      '-D= --directory= -M= --machine= -i= --image= -u= --user= -b --boot --bind= --bind-ro= -E= --setenv= -a -q -x',
  },
  // A semicolon ends the message, and the command follows.
  'systemd-notify': {
    optional: [';'],
    options: '--ready --reloading --stopping --pid=? --uid= --status= ~--booted --no-block --exec --fd= --fdname=',
  },
  'systemd-socket-activate': {
    options: '-l= --listen= -d --datagram --seqpacket -a --accept -E= --setenv= --fdname= --inetd --now ~-h ~--version',
  },
  'systemd-run': {
    shell: true,
    options:
      '--scope -u= --unit= -p= --property= --description= --slice= --slice-inherit -r --remain-after-exit --send-sighup --service-type= --uid= --gid= --nice= --working-directory= -d --same-dir -E= --setenv= -t --pty -P --pipe -q --quiet --on-active= --on-boot= --on-startup= --on-unit-active= --on-unit-inactive= --on-calendar= --on-clock-change --on-timezone-change --path-property= --socket-property= --timer-property= --no-block --wait -G --collect -S --shell --no-ask-password --user --system -H= --host= -M= --machine= --expand-environment= --background= --json=',
  },
  taskset: { operands: 1, options: '-a --all-tasks -c --cpu-list ~-p ~--pid ~-h ~-V' },
  tini: { options: '-p= -e= -s -v -w -g -h -l ~--version' },
  gamemoderun: {},
  mangohud: { options: '--dlsym' },
  optirun: { options: '-b= --bridge= -c= --vgl-compress= -d= --display= --no-xorg --primus-ld-path=' },
  'prime-run': {},
  primusrun: {},
  'steam-run': {},
  waypipe: {
    options:
      '-c= --compress= -d --debug -n --no-gpu -o --oneshot -s= --socket= --display= --drm-node= --threads= --unlink-socket --video=',
  },
  torify: {},
  torsocks: { options: '-i --isolate -u= -p= -a= -P= -q --shell -d' },
  tsocks: {},
  trickle: { options: '-u= -d= -s -w= -t= -l= -n= -v' },
  unbuffer: { options: '-p' },
  unshare: {
    shell: true,
    options:
      '-i=? --ipc=? -m=? --mount=? -n=? --net=? -p=? --pid=? -u=? --uts=? -U=? --user=? -C=? --cgroup=? -T=? --time=? -f --fork --kill-child=? --mount-proc=? --mount-binfmt=? --map-user= --map-group= --map-users= --map-groups= -r --map-root-user -c --map-current-user --map-auto --propagation= --setgroups= -R= --root= -w= --wd= -S= --setuid= -G= --setgid= --monotonic= --boottime= --keep-caps',
  },
  valgrind: {
    options:
      '--tool= --leak-check=? -q --quiet -v --verbose --log-file= --trace-children=? --track-origins=? --error-exitcode=',
  },
  box64: {},
  ccache: {},
  distcc: {},
  dzdo: { options: '-u= -g= -n -E -H -i -s' },
  envchain: { operands: 1 },
  nq: { options: '-c -q -t -w' },
  pgrphack: {},
  sccache: {},
  'task-spooler': { options: '-L= -N= -D= -W= -f -n -g= -m -d -E -B' },
  uftrace: { optional: ['record', 'live'] },
  xinit: {},
  ts: { options: '-L= -N= -D= -W= -f -n -g= -m' },
  tsp: { options: '-L= -N= -D= -W= -f -n -g= -m -d -E -B' },
  ttyd: {
    options: '-p= -i= -U= -c= -H= -u= -g= -s= -w= -a -W -t= -T= -O -m= -o -q -B -I= -b= -P= -6 -S -C= -K= -A= -d=',
  },
  uclampset: { options: '-m= -M= -a -R -s -v ~-p=' },
  'wait-for-it': {
    operands: 1,
    after: true,
    late: true,
    options: '-h= -p= -t= -s -q --host= --port= --timeout= --strict',
  },
  'wait-for-it.sh': { operands: 1, after: true, late: true, options: '-h= -p= -t= -s -q --host= --port= --timeout=' },
  'x-terminal-emulator': { options: '-e* -x*' },
  watch: {
    script: true,
    options:
      '-b --beep -c --color -C --no-color -d=? --differences=? -e --errexit -g --chgexit -q= --equexit= -n= --interval= -p --precise -r --no-rerun -t --no-title -w --no-wrap -x* --exec* ~-h ~-v ~--help ~--version',
  },
  watchexec: {
    script: true,
    options:
      '-e= --exts= -w= --watch= -W= -f= --filter= -i= --ignore= -r --restart -c=? --clear=? -d= --debounce= -s= --signal= -n --no-shell --shell= -p --postpone -q --quiet -E= --env= --on-busy-update= -o= --stop-signal= --poll=? -1 -N --notify',
  },
  'vault-env': {},
  winpty: {},
  wine: {},
  cpuset: { options: '-c -g -i -p= -r -l= -n= -s= -x= -j= -d=' },
  cttyhack: {},
  dtruss: { options: '-a -c -d -e -f -l -L -o -s -b= -n= -p= -t=' },
  idprio: { operands: 1 },
  inotifyd: {},
  java_home: { options: '-v= --version= -a= --arch= -V --verbose -F --failfast -X --xml -h --help --exec' },
  jexec: { operands: 1, options: '-l -d= -u= -U=' },
  ktrace: { options: '-a -c -C -d -i -f= -g= -p= -t=' },
  limits: { options: '-C= -U= -E -e -S -H -B -P= -a -c= -d= -f= -l= -m= -n= -s= -t= -u= -v= -b= -k= -p= -w= -o=' },
  oneit: { options: '-3 -p -r -c=' },
  openvt: { options: '-c= -e -f -l -s -u -v -w' },
  proccontrol: { options: '-m= -s= -q -p=' },
  protect: { options: '-c -d -i -g= -p=' },
  rtprio: { operands: 1 },
  setfib: { operands: 1, options: '-F' },
  taskpolicy: { options: '-a -b -B -s -c= -d= -g= -l= -m= -t= -p=' },
  tcpsvd: { operands: 2, options: '-E -h -v -b= -c= -C= -i= -l= -t= -u= -x=' },
  tcpserver: {
    operands: 2,
    options: '-1 -v -q -Q -d -D -h -H -p -P -r -R -o -O -c= -x= -X -B= -g= -u= -U -l= -b= -t= -i=',
  },
  truss: { options: '-a -c -d -D -e -f -H -S -o= -p= -s=' },
  udpsvd: { operands: 2, options: '-E -h -v -c= -i= -l= -t= -u= -x=' },
  uevent: {},
  autoexpect: { options: '-c -C= -p -P= -Q= -f= -quiet' },
  austin: { options: '-i= -t= -x= -o= -C -e -f -g -m -s -b -p= -w=' },
  bear: { options: '-o= --output= -a --append -v --verbose --config= --force-preload --force-wrapper -l= -c=' },
  cronic: {},
  'intercept-build': { options: '--cdb= -v --append' },
  kcov: { operands: 1 },
  lckdo: { operands: 1, options: '-w -e -E= -q -s -x -W=' },
  'sandbox-exec': { options: '-f= -n= -p= -D= -t=' },
  'scan-build': {
    options:
      '-o= -k --keep-going -v -V --view --use-cc= --use-c++= --use-analyzer= -enable-checker= -disable-checker= --status-bugs -plist -maxloop= --exclude=',
  },
  setlock: { operands: 1, options: '-n -N -x -X' },
  timelimit: { options: '-t= -s= -T= -S= -p -q -v' },
  'with-contenv': {},
  xe: { options: '-0 -a= -A= -f= -F -I= -j= -n -N= -p -q -R -s@ -v' },
  checkinstall: { options: '-t= -D -S -R -y -n --type= --pkgname= --pkgversion= --install=? --fstrans=? --default' },
  datefudge: { operands: 1, options: '-s --static' },
  'keep-one-running': {},
  'run-one': {},
  'run-this-one': {},
  // In zsh, these two run a command later, or in a terminal of its own.
  sched: { operands: 1, script: true, options: '-o' },
  zpty: { operands: 1, script: true, options: '-e -b ~-d ~-w ~-r ~-t ~-n ~-L' },
  startx: {},
  'xvfb-run': {
    options:
      '-a --auto-servernum -e= --error-file= -f= --auth-file= -l --listen-tcp -n= --server-num= -p= --xauth-protocol= -s= --server-args= -w= --wait=',
  },
}

const ALIASES: Readonly<Record<string, string>> = {
  genv: 'env',
  gnice: 'nice',
  gnohup: 'nohup',
  gstdbuf: 'stdbuf',
  gtime: 'time',
  gtimeout: 'timeout',
  gxargs: 'xargs',
  gchroot: 'chroot',
  i386: 'setarch',
  linux32: 'setarch',
  linux64: 'setarch',
  please: 'sudo',
  'qemu-aarch64': 'qemu-x86_64',
  'qemu-arm': 'qemu-x86_64',
  'qemu-i386': 'qemu-x86_64',
  uname26: 'setarch',
  viddy: 'watch',
  x86_64: 'setarch',
}

export const PREFIXES: ReadonlyMap<string, Prefix> = new Map([
  ...Object.entries(STRICT),
  ...Object.entries(WIDE),
  ...Object.entries(ALIASES).flatMap(([alias, name]): [string, Prefix][] => {
    const spec = STRICT[name] ?? WIDE[name]
    return spec === undefined ? [] : [[alias, spec]]
  }),
])
