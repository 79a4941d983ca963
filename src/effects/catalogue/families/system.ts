/** Part of the command catalogue: the machine itself, its users and terminals. */

import { localDatabase, noAssignments, onlyNamedForms, onlySizes } from '../grammars/machine.ts'
import { acts, inert, reads, suite, type Family } from '../spec.ts'

export function system(): Family {
  const V = '-h,--help -V,--version'

  return {
    lscpu: inert(
      '',
      `-a,--all -b,--online -B,--bytes -C? --caches? -c,--offline -J,--json -e? --extended? -p? --parse? -s,--sysroot=r -x,--hex -y,--physical --output-all ${V}`,
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
    dmidecode: reads('', '-t,--type= -s,--string= -q,--quiet -u,--dump -h,--help -V,--version'),
    lshw: reads('', '-short -class= -C= -json -xml -html -businfo -sanitize -quiet -numeric -version', { style: 'go' }),
    inxi: reads('', '-F -b -A -C -D -G -I -m -M -N -n -p -P -S -s -t -x -z -h --help -V --version'),
    chronyc: suite('-n -v,--version', {
      'tracking sources sourcestats activity ntpdata serverstats rtcdata': reads('', '-v -a'),
      '*': acts('changes the clock'),
    }),
    upower: reads('', '-e,--enumerate -d,--dump -b,--battery -i,--show-info= -v,--version -h,--help', {
      must: '-e --enumerate -d --dump -b --battery -i --show-info -v --version -h --help',
    }),
    xrandr: reads(
      '',
      '-q,--query --current --listmonitors --listactivemonitors --listproviders --verbose -v,--version',
    ),
    cpupower: suite('', {
      'frequency-info idle-info': reads('', '-e -d -f -m -w -l -p -g -a -o -y -n -s -h'),
      '*': acts('changes the processor'),
    }),
    'nixos-version': reads('', '--json --revision --hash --configuration-revision --help'),
    sensors: reads('t*', '-u -j -A,--no-adapter -f,--fahrenheit -h,--help -v,--version'),
    acpi: reads('', '-b -a -t -c -V -v -f -i -s -h --help --version'),
    'nvidia-smi': suite(
      '-q,--query -L,--list-gpus -i,--id= -d,--display= -x,--xml-format -h,--help --version --query-gpu= --query-compute-apps= --format= -l,--loop=',
      { topo: reads('', '-m,--matrix -h,--help'), '*': acts('sets up a card') },
      { bare: true, style: 'go' },
    ),
    gpustat: reads(
      '',
      '-a,--show-all -c,--show-cmd -f,--show-full-cmd -u,--show-user -p,--show-pid -F,--show-fan-speed -P,--show-power --json --no-color --force-color --no-header -v,--version -h,--help',
    ),
    capsh: reads('', '--print --help -h', { must: '--print --help -h' }),
    'dnsdomainname domainname nisdomainname ypdomainname': reads('', '-h,--help -V,--version'),
    wslpath: inert('t', '-a -u -w -m'),
    'busybox toybox': reads('', '--list --list-full --long --help'),
    getprop: inert('t*', '-T -Z'),
    sysctl: reads(
      't*',
      `-a,--all -A -X -b,--binary -d -e,--ignore -N,--names -n,--values -q,--quiet --deprecated -r,--pattern= ${V} !-w,--write !-p?r !--load?r !-f !--system`,
      {
        guard: noAssignments,
      },
    ),
    getent: reads('t t*', '-i !-s=x --help --version', { guard: localDatabase }),
    lsb_release: inert(
      '',
      '-a,--all -c,--codename -d,--description -r,--release -i,--id -s,--short -v,--version -h,--help',
    ),
    getcap: reads('m*', '-n -r -v -h', { tree: '-r' }),
    chage: reads('t', '-l,--list -i,--iso8601 -h,--help', { needs: '-l --list' }),
    groupmems: acts('manages groups'),
    sudo: acts('runs a command as another user', 't*', '-V,--version'),
    'su doas runuser pkexec chroot unshare nsenter setpriv': acts(
      'runs a command under other rights',
      't*',
      '--version',
    ),
    'useradd usermod userdel groupadd groupdel passwd chpasswd visudo': acts('changes users', 't*', ''),
    'shutdown reboot halt poweroff init telinit': acts('stops the machine', 't*', ''),
    'modprobe insmod rmmod depmod kexec': acts('changes the kernel', 't*', '--version'),
    stty: reads('t', '-a,--all -g,--save --help --version', { guard: onlySizes }),
    tmux: suite('-V', {
      'ls list-sessions list-windows list-panes': reads('', '-a -s -F= -f= -t=', { guard: onlyNamedForms }),
      'has has-session': reads('', '-t=', { guard: onlyNamedForms }),
      'capturep capture-pane': reads('', '-a -e -p -q -C -J -N -T -S= -E= -t=', { must: '-p', guard: onlyNamedForms }),
      'display display-message': reads('t', '-p -t=', { must: '-p', guard: onlyNamedForms }),
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
    'systemd-detect-virt': inert(
      '',
      '-c,--container -v,--vm -r,--chroot -q,--quiet --private-users --list -h,--help --version',
    ),
    rfkill: suite(
      `-J,--json -n,--noheadings -o,--output= --output-all -r,--raw ${V}`,
      { list: reads('t*', ''), '*': acts('changes devices') },
      { bare: true },
    ),
    hwclock: reads(
      '',
      '-r,--show --get --predict -v,--verbose -u,--utc -l,--localtime -f,--rtc=r --noadjfile -V,--version -h,--help',
    ),
    zdump: reads('r*', '-v -V -i -c= -t= --help --version'),
    gsettings: suite('--version !--schemadir=r', {
      'get list-schemas list-relocatable-schemas list-keys list-children list-recursively range describe writable help':
        reads('t*', '--print-paths'),
      '*': acts('changes settings'),
    }),
    dconf: suite('', { 'read list dump help': reads('t*', '-d'), '*': acts('changes settings') }),
    setxkbmap: reads('', '-query -print -help', { style: 'go', must: '-query -print -help' }),
    xset: suite('-version', { q: reads('', ''), '*': acts('changes settings') }, { style: 'go' }),
    'aplay arecord': reads('', '-l,--list-devices -L,--list-pcms --version -h,--help', {
      must: '-l --list-devices -L --list-pcms --version -h --help',
    }),
    glxinfo: reads('', '-B -v -h -i -l -t -s', { style: 'go' }),
    vulkaninfo: reads('', '--summary --help --version', { must: '--summary --help --version' }),
    clinfo: reads('', '-l,--list -a,--all-props --raw --human --offline -h -v,--version'),
    'xdpyinfo numastat': inert('', '-c -m -n -v -z -V -version -queryExtensions', { style: 'go' }),
    efibootmgr: reads('', '-v,--verbose -u,--unicode -V,--version -h,--help'),
    mokutil: reads('', '--sb-state --list-enrolled --list-new --pk --kek --db --dbx -h,--help', {
      must: '--sb-state --list-enrolled --list-new --pk --kek --db --dbx -h --help',
    }),
    'tuned-adm': suite('-v,--version -h,--help', {
      'active list recommend': reads('t*', '-v,--verbose'),
      '*': acts('changes the system'),
    }),
    bpftool: suite('-j,--json -p,--pretty -V,--version -h,--help', {
      'prog map link btf net perf cgroup': suite('', {
        'show list tree': reads('t*', ''),
        '*': acts('changes the kernel'),
      }),
      version: reads('', ''),
      '*': acts('changes the kernel'),
    }),
    'aa-status apparmor_status': reads(
      '',
      '--enabled --profiled --enforced --complaining -v,--verbose --json --pretty-json --count -h,--help',
    ),
    infocmp: reads('r*', '-1 -C -c -d -I -L -n -q -r -x -V'),
    udevadm: suite('--version -h,--help', {
      info: reads(
        't*',
        '-q,--query= -p,--path= -n,--name= -r,--root -a,--attribute-walk -x,--export -P,--export-prefix= -e,--export-db --no-pager !-c,--cleanup-db',
      ),
      '*': acts('changes devices'),
    }),
  }
}
