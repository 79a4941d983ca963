/**
 * Part of the command catalogue: every program by name.
 *
 * The command line starts anew for every call and needs one or two programs of hundreds. So this list only says which
 * family knows a name, and is searched as the text it is. A family is built when one of its programs is first met, and
 * the tables of a program are parsed when that program is met.
 */

import { isAmong, NameLists } from './among.ts'
import { compile, type Table } from './compile.ts'
import { archives } from './families/archives.ts'
import { builtins } from './families/builtins.ts'
import { cloud } from './families/cloud.ts'
import { containers } from './families/containers.ts'
import { coreutils } from './families/coreutils.ts'
import { data } from './families/data.ts'
import { databases } from './families/databases.ts'
import { disks } from './families/disks.ts'
import { files } from './families/files.ts'
import { git } from './families/git.ts'
import { hosting } from './families/hosting.ts'
import { interfaces } from './families/interfaces.ts'
import { interpreters } from './families/interpreters.ts'
import { javascript } from './families/javascript.ts'
import { kubernetes } from './families/kubernetes.ts'
import { languages } from './families/languages.ts'
import { macos } from './families/macos.ts'
import { network } from './families/network.ts'
import { packages } from './families/packages.ts'
import { processes } from './families/processes.ts'
import { python } from './families/python.ts'
import { search } from './families/search.ts'
import { services } from './families/services.ts'
import { system } from './families/system.ts'
import { text } from './families/text.ts'
import type { Family, Spec } from './spec.ts'

/**
 * Each family with the names it knows; a test checks that it really knows these. A family costs nothing until it is
 * built.
 */
export const FAMILIES: readonly (readonly [family: () => Family, names: string])[] = [
  [
    () => archives(),
    `tar gtar bsdtar unzip zipinfo zip gzip pigz gunzip uncompress xz lzma unxz unlzma lzip bzip2 bunzip2 pbzip2 lz4
    unlz4 brotli compress zstd unzstd zstdcat zcat gzcat bzcat xzcat lzcat lz4cat zdiff
    zcmp bzdiff bzcmp xzdiff xzcmp xzless bzless 7z 7za 7zr 7zz unrar rar ar cpio isoinfo rpm2cpio lsar pax`,
  ],
  [
    () => builtins(),
    `echo : pwd printf test [ cd pushd popd dirs type command hash help jobs times wait ulimit umask
    history alias caller compgen complete shopt exit return break continue shift export declare typeset
    local readonly read mapfile readarray unset let getopts set enable trap unalias bind suspend disown
    fg bg logout eval exec builtin coproc source . fc kill`,
  ],
  [
    () => cloud(),
    `aws gcloud gsutil bq az terragrunt terraform tofu nomad consul doctl hcloud pulumi flyctl fly heroku
    cdk sam vagrant vercel netlify wrangler firebase supabase railway
    linode-cli packer ansible ansible-playbook serverless sls s3cmd rclone`,
  ],
  [
    () => containers(),
    'docker podman nerdctl docker-compose podman-compose ctr crane oras regctl cosign crictl buildah ollama skopeo dive',
  ],
  [
    () => coreutils(),
    `ls dir vdir ll la gls exa eza lsd stat gstat du df dust duf basename dirname readlink greadlink realpath grealpath namei pathchk
    cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum gmd5sum gsha256sum shasum md5 sum crc32 seq gseq factor uuidgen
    expr nproc gnproc arch uname hostname hostid whoami logname tty id groups users who w last lastb lastlog
    pinky date gdate cal ncal sleep yes true false sync getconf locale printenv`,
  ],
  [
    () => data(),
    `jq gojq jaq yq tomlq sd fx gron dasel jsonlint xmllint xmlstarlet csvgrep csvcut csvlook csvstat csvsort
    csvjson csvhead csvclean-n csvformat in2csv xsv qsv diffstat lsdiff filterdiff uchardet difft file identify exiftool mediainfo ffprobe soxi
    pdfinfo pdftotext pdfgrep fc-list fc-match shellcheck hadolint actionlint shfmt yamllint h5ls h5dump ncdump b3sum xxhsum xxh64sum xxh128sum
    hexyl pdfimages qpdf htmlq pup pdffonts pdfimages-list antiword pandoc readelf arm-none-eabi-readelf aarch64-linux-gnu-readelf riscv64-unknown-elf-readelf xtensa-esp32-elf-readelf avr-readelf llvm-readelf objdump llvm-objdump arm-none-eabi-objdump aarch64-linux-gnu-objdump riscv64-unknown-elf-objdump xtensa-esp32-elf-objdump avr-objdump
    nm llvm-nm arm-none-eabi-nm aarch64-linux-gnu-nm riscv64-unknown-elf-nm xtensa-esp32-elf-nm avr-nm
    size llvm-size arm-none-eabi-size aarch64-linux-gnu-size riscv64-unknown-elf-size xtensa-esp32-elf-size avr-size c++filt addr2line patchelf clang-format ldd otool
    dot bc dc units figlet toilet cowsay fortune`,
  ],
  [
    () => databases(),
    `psql mysql mariadb sqlite3 duckdb mongo mongosh cqlsh clickhouse clickhouse-client clickhouse-local cypher-shell sqlcmd neo4j
    influx redis-cli valkey-cli keydb-cli pg_dump pg_dumpall mysqldump mongodump mongoexport pg_restore
    mysqlimport mongorestore mongoimport createdb dropdb createuser dropuser mysqladmin pg_ctl initdb
    vacuumdb reindexdb pg_isready pg_config pg_lsclusters etcdctl alembic flyway typeorm dbmate goose migrate prisma liquibase sequelize knex`,
  ],
  [
    () => disks(),
    `lsblk findmnt mount blkid swapon fdisk mdadm tune2fs dumpe2fs btrfs umount swapoff mkfs parted mkswap wipefs losetup
    cryptsetup pvcreate vgcreate lvcreate lvremove e2fsck fsck resize2fs lvs vgs pvs lvdisplay vgdisplay pvdisplay zpool zfs smartctl mountpoint nvme`,
  ],
  [
    () => files(),
    `rm rmdir unlink trash-put shred mkdir mkfifo mknod mktemp touch cp mv ln link install truncate
    fallocate tee sponge chmod chown chgrp chattr setfattr chcon setfacl lsattr getfacl getfattr
    split csplit logsave dd patch rename rsync xargs parallel ed ex vi vim nvim nano emacs pico micro code codium cursor subl
    apply_patch applypatch apply-patch script`,
  ],
  [() => git(), 'git'],
  [() => hosting(), 'gh glab hg svn'],
  [
    () => interfaces(),
    `ss netstat ip ifconfig iwconfig route arp ethtool nmcli iptables-save ip6tables-save iptables ip6tables nft ufw networkctl tc bridge iw firewall-cmd
    brctl ifup ifdown dhclient`,
  ],
  [
    () => interpreters(),
    `python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14
    pypy pypy3 ruby ruby2.7 ruby3.0 ruby3.1 ruby3.2 ruby3.3 ruby3.4 irb perl php php7.4 php8.0 php8.1 php8.2 php8.3 php8.4 php8.5
    lua lua5.1 lua5.2 lua5.3 lua5.4 luajit Rscript R julia groovy dart flutter nim
    crystal v zig ghc ghci runghc ocaml racket sbcl clojure swift jar java javac jshell scala scalac kotlin
    kotlinc zsh fish bash sh dash ksh as gcc g++ cc c++ clang clang++ ld arm-none-eabi-gcc aarch64-linux-gnu-gcc riscv64-unknown-elf-gcc avr-gcc cmake ctest cpack ninja meson
    rustc rustup make gmake just task rake invoke nginx apache2 redis-server hyperfine pre-commit
    direnv protoc buf cargo-nextest age sops httpd mysqld chromium google-chrome golangci-lint
    staticcheck trivy semgrep gitleaks git-cliff stylelint stripe btm vale
    pdflatex mongod act postgres autoconf automake libtool bison flex doxygen ncdu logrotate sox aspell tig jless glow syft grype gcov
    lcov cppcheck clangd clang-tidy gfortran nasm yasm mold restic zoxide lazygit gitui mdbook zola typst taplo gnuplot helmfile tflint ansible-lint ffmpeg convert magick powershell pwsh cmd cmd.exe powershell.exe
    osascript expect tclsh m4 gdb lldb wish erl elixir iex strace ltrace`,
  ],
  [
    () => javascript(),
    `npm pnpm yarn bun node nodejs deno npx bunx pnpx corepack n nvm fnm volta tsc prettier eslint vitest
    tsx ts-node vite rollup esbuild next nuxt astro rimraf nodemon pm2 playwright cypress biome oxlint
    oxfmt swc babel parcel turbo nx lerna jest webpack ava gulp grunt mocha`,
  ],
  [
    () => kubernetes(),
    `kubectl oc k3s-kubectl microk8s.kubectl kubectx kubens stern k9s helm minikube kind k3d kustomize
    argocd flux eksctl istioctl skaffold tilt`,
  ],
  [
    () => languages(),
    `cargo go rustfmt gofmt mvn mvnw gradle gradlew ant sbt lein bazel bazelisk dotnet gem bundle bundler
    composer rails rspec rubocop fastlane rebar3 mix cabal stack opam luarocks cpanm cpan javap keytool jps
    jstat jcmd xcrun swiftc xcodebuild pod sdk asdf mise`,
  ],
  [
    () => macos(),
    `launchctl sw_vers system_profiler security defaults mdls mdfind mdutil diskutil hdiutil pmset scutil
    networksetup ipconfig dscl dscacheutil csrutil fdesetup spctl tmutil softwareupdate pkgutil kextstat
    hostinfo machine memory_pressure kmutil log nettop xattr GetFileInfo plutil PlistBuddy java_home
    vm_stat ioreg lipo codesign dwarfdump dyld_info symbols vtool atos sips afinfo agvtool simctl
    devicectl xctrace xcode-select jot`,
  ],
  [
    () => network(),
    `curl wget http https xh httpie aria2c axel lftp gnutls-cli iperf iperf3 grpcurl sshuttle
    ntpdate rdate showmount snmpwalk snmpget rpcinfo ldapsearch ldapmodify ldapadd ldapdelete smbclient sshfs mosquitto_pub
    mosquitto_sub kcat kafkacat nats lynx w3m links elinks ssh autossh scp sftp ssh-copy-id ssh-keygen
    ssh-add ssh-keyscan nc ncat netcat telnet rsh rlogin ftp tftp socat ping ping6 fping arping
    traceroute tracepath mtr traceroute6 dig drill delv nslookup host resolvectl whois finger nmap
    masscan rustscan nikto sqlmap mail mailx sendmail mutt msmtp swaks openssl gpg gpg2 aws-vault pass
    op bw vault ngrok cloudflared tailscale wg wg-quick openvpn tcpdump tshark`,
  ],
  [
    () => packages(),
    `brew apt apk apt-get aptitude dnf yum zypper pacman-key xbps-install emerge port apt-cache
    apt-mark apt-config apt-file dpkg dpkg-query dpkg-deb rpm pacman choco scoop winget snap flatpak nix
    nix-env nix-store xbps-query update-alternatives ldconfig pkg-config pkgconf`,
  ],
  [
    () => processes(),
    `ps pstree procs pgrep pidof pidwait pkill killall kill9 xkill top htop btop atop glances nvtop iotop pmap pwdx free
    vmstat iostat mpstat nfsstat pidstat sar uptime lsof fuser ipcs nice renice ionice chrt taskset prlimit numactl slabtop`,
  ],
  [
    () => python(),
    `pip pip3 pip2 uv poetry pipenv conda mamba micromamba pyenv rbenv nodenv pipdeptree pipx uvx tox nox
    black isort autopep8 yapf flake8 pylint pytest mypy pyright bandit coverage sphinx-build ruff
    virtualenv`,
  ],
  [
    () => search(),
    `grep egrep fgrep rgrep ggrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep lzgrep pcregrep rg ag ack
    ack-grep ugrep ug find gfind bfs fd fdfind locate mlocate plocate slocate tree which whereis cloc tokei
    scc fzf`,
  ],
  [
    () => services(),
    `systemctl journalctl dmesg service rc-service rc-status rc-update loginctl hostnamectl timedatectl localectl coredumpctl
    busctl squeue sinfo sacct scontrol crontab at atrm batch atq logger wall write mesg systemd-cgls systemd-path
    systemd-escape machinectl chkconfig systemd-analyze`,
  ],
  [
    () => system(),
    `lscpu lsusb lspci lsmod lsns lsipc lsmem lslocks lslogins modinfo dmidecode lshw inxi chronyc upower xrandr cpupower nixos-version sensors acpi nvidia-smi gpustat capsh dnsdomainname domainname nisdomainname ypdomainname wslpath busybox
    toybox getprop sysctl getent lsb_release getcap chage groupmems sudo su doas runuser pkexec chroot unshare nsenter
    setpriv useradd usermod userdel groupadd groupdel passwd chpasswd visudo shutdown reboot halt poweroff init telinit
    modprobe insmod rmmod depmod kexec stty tmux screen tput open xdg-open gio start pbcopy pbpaste xclip xsel wl-copy
    wl-paste clear reset getenforce runlevel sestatus systemd-detect-virt rfkill hwclock zdump gsettings dconf setxkbmap xset aplay arecord glxinfo vulkaninfo clinfo
    xdpyinfo numastat efibootmgr mokutil tuned-adm bpftool aa-status apparmor_status infocmp udevadm`,
  ],
  [
    () => text(),
    `cat gcat tac gtac rev head ghead tail gtail wc gwc nl cut gcut paste join comm tr gtr fold fmt expand unexpand pr sort gsort uniq guniq shuf
    tsort ptx numfmt base64 base32 basenc od hexdump hd xxd strings column colrm col look iconv dos2unix
    unix2dos cmp diff colordiff diff3 sdiff wdiff delta sed gsed awk gawk mawk nawk less zless more
    zmore most bat batcat tldr man apropos whatis info`,
  ],
]

const owners = new NameLists(FAMILIES, ([, names]) => names)
const built = new Map<() => Family, Family>()
const tables = new Map<string, Table>()

/** The table of a program, by its bare name. */
export function findProgram(name: string): Table | undefined {
  const ready = tables.get(name)
  if (ready) return ready
  const spec = findSpec(name)
  if (!spec) return undefined
  const table = compile(spec)
  tables.set(name, table)
  return table
}

function findSpec(name: string): Spec | undefined {
  const owner = owners.find(name)
  if (!owner) return undefined
  const family = build(owner[0])
  const key = Object.keys(family).find((names) => isAmong(name, names))
  const spec = key === undefined ? undefined : family[key]
  // Known under another name: "=git".
  return typeof spec === 'string' ? findSpec(spec.slice(1)) : spec
}

function build(family: () => Family): Family {
  const ready = built.get(family) ?? family()
  built.set(family, ready)
  return ready
}
