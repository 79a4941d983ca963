/**
 * Part of the danger catalogue, data: disks, the running system and processes. The format is described in `table.ts`.
 */

import type { Family } from '../table.ts'

export const MACHINE: readonly Family[] = [
  [
    'delete',
    `
    tar/gtar/bsdtar | --remove-files | medium | Deletes the files it packs
    7z/7za/7zr/7zz | -sdel | medium | Deletes the files it packs
    zip | -m --move !-sf | medium | Deletes the files it packs
    bleachbit | -c --clean | medium | Deletes files of the system and of programs
    tmpreaper/tmpwatch | @operand !-t !--test !--showdeleted | high | Deletes old files below a folder
    systemd-tmpfiles | --remove --purge --clean | medium | Deletes files that are configured to go
    clear-recyclebin | !-WhatIf | high | Deletes everything in the trash
    clear-content/clear-item | @operand !-WhatIf | medium | Empties files
    remove-itemproperty | @operand !-WhatIf | medium | Changes the registry
    robocopy | =/mir =/MIR =/purge =/PURGE =/mov =/MOV =/move =/MOVE | high | Deletes what the source does not have, or the source
    deltree | @operand | high | Deletes a folder with everything in it
    `,
  ],
  [
    'disk',
    `
    wipefs | -a --all -o --offset -f !-n | critical | Erases the signatures of a disk, and with them its file systems
    parted | =mklabel =mktable =rm =mkpart =resizepart =rescue =set | critical | Changes the partition table
    sfdisk | --delete --reorder -r --activate -A --part-type --wipe | critical | Changes the partition table
    sfdisk/cfdisk/cgdisk | !-h !-l !--list !-d !--dump !-J !--json !-V !--verify | critical | Changes the partition table
    fdisk | !-l !--list !-s | critical | Opens the partition table for change
    gdisk | !-l @operand | critical | Opens the partition table for change
    sgdisk | -Z --zap -z --zap-all -o --clear -d --delete -n --new -g -G -R | critical | Changes the partition table
    partx | -d --delete | high | Takes partitions of a disk away while it runs
    delpart | @operand | high | Takes partitions of a disk away while it runs
    storcli/storcli64/perccli/perccli64/megacli/MegaCli64/ssacli/arcconf | =delete =del =erase =init =DELETE =-CfgLdDel =-CfgClr | high | Deletes drives of a controller
    etcher/etcher-cli | @operand | high | Writes an image over a drive
    balena local flash | | high | Writes an image over a drive
    blkdiscard | @operand | critical | Discards every block of a device
    qemu-img create | =/dev/* | critical | Overwrites a device
    ceph-volume lvm/raw zap | | critical | Erases a disk
    iscsiadm | &-o =delete | high | Takes disks of other machines away
    iscsiadm | -u --logout | medium | Takes disks of other machines away
    esptool/esptool.py | =erase_flash =erase_region =erase-flash =erase-region =write_flash =write-flash | high | Wipes or overwrites the device
    st-flash/probe-rs/picotool erase | | high | Wipes the device
    stm32flash | -o | high | Wipes the device
    nrfjprog | -e --eraseall --recover --erasepage --qspieraseall | high | Wipes the device
    dfu-util | =*mass-erase* | high | Wipes the device
    bossac | -e --erase | high | Wipes the device
    avrdude | -e | high | Wipes the device
    openocd/pyocd | =*erase* =*mass_erase* | high | Wipes the device
    cipher | =/w:* =/W:* | high | Overwrites what was deleted so that nothing can bring it back
    badblocks | -w | critical | Overwrites the device with test patterns
    mdadm | --zero-superblock --stop -S --remove --fail -r -f --create -C | critical | Takes a disk array apart
    hdparm | --security-erase --security-erase-enhanced --security-set-pass --trim-sector-ranges --make-bad-sector --write-sector --dco-restore | critical | Erases or damages a drive
    nvme format/sanitize/delete-ns/write-zeroes/dsm | | critical | Erases a drive
    sg_unmap | =/dev/* | critical | Discards blocks of a device
    bmaptool copy | =/dev/* | critical | Overwrites a device
    rpi-imager | --cli =/dev/* | critical | Overwrites a device
    mkudffs/genisoimage/mkisofs | =/dev/* | high | Overwrites a device
    cdrecord/wodim | =blank=* | high | Erases a disc
    mt | =erase | high | Erases a tape
    lvconvert | --merge | high | Goes back to a snapshot
    vgcfgrestore | @operand !-l !--list | high | Changes what is known about the volumes
    btrfs rescue | @operand | high | Changes a damaged file system
    drbdadm create-md/wipe-md/invalidate | | high | Erases what is known about a device
    targetcli clearconfig | | high | Takes disks of other machines away
    veracrypt | -c --create | medium | Formats a device or a file
    format-volume/clear-disk/initialize-disk/remove-partition/remove-virtualdisk/remove-storagepool/reset-physicaldisk | !-WhatIf | critical | Erases a disk or a part of it
    fastboot oem/flashing | =unlock =lock | high | Wipes the device
    fastboot erase/format/flashall/update | | high | Wipes the device
    fastboot flash | @operand | high | Replaces a part of the device's system
    fastboot | -w | high | Wipes the device
    partclone.ext4/partclone.ext3/partclone.xfs/partclone.ntfs/partclone.btrfs/partclone.vfat/partclone.fat32/partclone.dd | -r --restore | critical | Overwrites a device
    partclone.restore | @operand | critical | Overwrites a device
    lvremove/vgremove/pvremove/lvreduce/vgreduce | @operand !-t !--test | critical | Removes volumes with their data
    lvremove/vgremove/pvremove/lvreduce/vgreduce | -S --select !-t !--test | critical | Removes volumes with their data
    lvm lvremove/vgremove/pvremove/lvreduce/vgreduce | !-t !--test | critical | Removes volumes with their data
    lvresize | -L -l --size --extents !-t !--test | medium | Changes the size of a volume, which may lose what is on it
    vgexport | @operand | high | Takes volumes away from this machine
    ddrescue | -f --force | critical | Overwrites a device
    nwipe/dban | !-V !--version !-h | critical | Erases drives
    zpool create | =/dev/* | high | Makes disks part of a pool: what is on them is lost
    zpool create | -f | critical | Makes disks part of a pool: what is on them is lost
    fdformat | @operand | critical | Formats a disk
    make-bcache | @operand | critical | Formats a disk
    bcache make | | critical | Formats a disk
    zpool destroy/labelclear/remove/detach/offline | | critical | Destroys a storage pool or takes a disk from it
    zfs destroy/rollback | !-n | critical | Destroys a file system or goes back to a snapshot
    btrfs subvolume/device delete/del/remove/rem | | critical | Deletes a subvolume or device
    btrfs check | --repair --init-csum-tree --init-extent-tree | high | Repairs a file system, changing it
    xfs_repair | -L | critical | Throws the journal away
    cryptsetup luksFormat/erase/luksErase/luksKillSlot/luksRemoveKey/reencrypt/luksHeaderRestore/convert | | critical | Makes an encrypted disk unreadable or formats it
    diskutil eraseDisk/eraseVolume/reformat/zeroDisk/randomDisk/secureErase/partitionDisk/eraseall/deletecontainer/deletevolume | | critical | Erases a disk
    diskutil apfs/ap deleteContainer/deleteVolume/eraseVolume | | critical | Erases a volume
    hdiutil erase/partition | | critical | Erases a disk
    newfs/newfs_apfs/newfs_hfs/newfs_msdos/newfs_exfat/newfs_udf | @operand !-N | critical | Formats a disk
    hdiutil erasekeys | | critical | Makes an encrypted image unreadable for good
    exportfs | -u -ua -au -f | medium | Takes shared folders away from those who use them
    keytool | -delete | high | Deletes a key from a key store
    format/format.com | =*: | critical | Formats a drive
    diskpart | | critical | Opens the partition table for change
    tune2fs | -O -U -L -c -i -E | medium | Changes a file system
    resize2fs | -M -f | high | Resizes a file system
    resize2fs | =*K =*M =*G =*T | high | Shrinks or grows a file system
    pvcreate/vgcreate | @operand !-t !--test | high | Makes a disk part of a volume group: what is on it is lost
    sg_format | --format -F | critical | Formats a drive
    sg_sanitize | @operand | critical | Erases a drive
    e2fsck/fsck/fsck.ext2/fsck.ext3/fsck.ext4/fsck.vfat/fsck.btrfs | -y -f -p -a !-n !-N | medium | Repairs a file system, changing it
    debugfs | -w | high | Opens a file system for change
    swapoff | -a --all | medium | Turns swap off
    umount | -f -l -a --force --lazy --all | medium | Takes file systems away while they are used
    umount | =/ =/home =/boot =/usr =/var =/etc =/boot/efi | high | Takes a file system away that the machine needs
    growpart | @operand !-N !--dry-run | high | Changes the partition table
    dmsetup remove/remove_all/wipe_table | | critical | Removes mapped devices
    losetup | -D --detach-all | medium | Detaches loop devices
    multipath | -F -f | high | Removes device maps
    flashrom | -w -E --write --erase | critical | Overwrites firmware
    fwupdmgr install/downgrade/update/reinstall | | medium | Changes firmware
    grub-install/grub2-install | @operand | high | Rewrites the boot sector
    bcdedit/bcdboot | @operand | high | Changes the boot configuration
    efibootmgr | -B -b -O -o -n | high | Changes the boot order
    fsutil volume dismount | | high | Takes a file system away while it is used
    fsutil usn deletejournal | | high | Deletes the journal of a file system
    fsutil file setzerodata | | high | Overwrites a part of a file
    manage-bde | -off -delete -forcerecovery -wipefreespace -w | high | Makes an encrypted disk unreadable, or no longer encrypted
    clear-tpm/disable-bitlocker | !-WhatIf | high | Makes an encrypted disk unreadable, or no longer encrypted
    vssadmin resize | | high | Deletes the shadow copies of the machine
    diskshadow | =delete =/s =/S | high | Deletes the shadow copies of the machine
    chkdsk | =/f =/F =/r =/R =/x =/X | medium | Repairs a file system, changing it
    reagentc | =/disable | high | Changes the boot configuration
    `,
  ],
  [
    'system',
    `
    shutdown/poweroff/halt/reboot | !-c !--help !--show | high | Stops or restarts the machine
    init/telinit | =0 =1 =6 =s =S | high | Stops or restarts the machine
    systemctl start | =poweroff.target =reboot.target =halt.target =kexec.target =rescue.target =emergency.target =suspend.target | high | Stops or restarts the machine
    systemctl poweroff/reboot/halt/kexec/suspend/hibernate/rescue/emergency/soft-reboot | | high | Stops or restarts the machine
    systemctl mask/disable/isolate/kill/set-default/revert | | high | Takes a service out of the running system
    systemctl stop | =ssh* =sshd* =network* =NetworkManager* =systemd-* =auditd* =firewalld* =ufw* =cron* =rsyslog* =docker* =falcon* =apparmor* =iptables* =nftables* =crond* =clamav* =osquery* | high | Stops a service the machine depends on
    systemctl stop | =postgres* =mysql* =mariadb* =mongo* =redis* =nginx* =apache* =httpd* | medium | Stops a service that others rely on
    service * stop | | medium | Stops a service
    service | =ssh =sshd =network =auditd =iptables =cron | medium | Stops or restarts a service the machine depends on
    rc-update del/delete | | high | Takes a service out of the running system
    update-rc.d | =remove =disable =defaults | high | Changes which services start
    chkconfig | =off =on | high | Changes which services start
    chkconfig | --del --add | high | Changes which services start
    rc-service | =stop | medium | Stops a service
    initctl/sv/monit stop/down/force-stop/exit | | medium | Stops a service
    s6-svc | -d -k -x | medium | Stops a service
    sshd/cron/crond/networking/apache2/httpd/nginx/mysqld/postgresql/rsyslog/auditd stop | | medium | Stops a service
    apachectl/apache2ctl stop/graceful-stop | | medium | Stops a service that others rely on
    apachectl/apache2ctl/httpd/apache2 | =stop =graceful-stop | medium | Stops a service that others rely on
    launchctl unload/remove/bootout/disable/kill/reboot | | high | Takes a service out of the running system
    crontab | -r --remove | high | Deletes the schedule
    crontab | @operand !-l !-r !-e | high | Replaces the schedule of planned commands
    crontab | -e | medium | Changes the schedule of planned commands
    crontab | @none !-l !-r !-e !-V | high | Replaces the schedule of planned commands
    atrm | @operand | low | Deletes a planned job
    iptables/ip6tables/iptables-nft/iptables-legacy/ebtables | -F --flush -X --delete-chain -Z | high | Deletes the firewall's rules
    iptables/ip6tables | -P --policy -D --delete | high | Changes the firewall
    iptables/ip6tables | -A --append -I --insert =DROP =REJECT | medium | Changes the firewall
    iptables-restore/ip6tables-restore | !-t !--test | high | Replaces the firewall's rules
    nft | -f --file !-c !--check | high | Replaces the firewall's rules
    ufw default | =allow | medium | Opens the firewall
    ufw allow from any | | medium | Opens the firewall
    conntrack | -F --flush -D --delete | medium | Cuts connections
    nft flush/delete/destroy | | high | Deletes the firewall's rules
    ufw disable/reset/delete | | high | Opens the firewall
    firewall-cmd | --add-port --add-rich-rule --add-masquerade --add-forward-port --add-source | medium | Opens the firewall
    firewall-cmd | --remove-service --remove-port --panic-on --complete-reload --set-default-zone --remove-rich-rule --zone=trusted | high | Changes the firewall
    pfctl | -d -F | high | Opens the firewall
    netsh advfirewall/firewall | | high | Changes the firewall
    ipset destroy/flush | | high | Deletes sets of addresses
    ifconfig | =down =delete =0.0.0.0 =0 | high | Takes a network interface down
    ip link/addr/address/route/rule del/delete/flush | | high | Changes the network
    ip link set | =down =nomaster =netns =address =name =xdp | high | Changes the network
    ip neigh/neighbour/neighbor del/delete/flush | | low | Forgets addresses
    ip netns del/delete | | medium | Deletes a network namespace
    ifdown | -a --all | high | Takes every network interface down
    ifdown | @operand | high | Takes a network interface down
    nmcli networking/radio/n/net/r off | | high | Takes the network down
    nmcli radio wifi/all/wwan off | | high | Takes the network down
    rfkill block | | high | Takes the network down
    networkctl down/delete | | high | Takes a network interface down
    netplan apply/try | | medium | Changes the network
    brctl delbr/delif | | high | Takes a bridge away
    ovs-vsctl del-br/del-port/emer-reset | | high | Takes a bridge away
    wg-quick down | | medium | Takes a connection away
    tailscale down/logout | | medium | Takes a connection away
    arp | -d --delete | low | Forgets an address
    nmcli connection/con/device/dev delete/down/disconnect | | medium | Takes a connection away
    route | =del =delete =flush | high | Changes the network
    tc qdisc | =add =replace =del =delete | medium | Slows or breaks the network
    useradd/adduser/groupadd/addgroup | @operand | medium | Creates an account
    usermod/gpasswd | -a -aG -G -L -U -s -u -d -e -p -A -M --append --groups --lock --shell | high | Changes what an account may do
    userdel/deluser/groupdel/delgroup | @operand | high | Deletes an account
    passwd/chpasswd/chage/vipw/vigr | !-S !--status !-l | high | Changes a password or an account
    passwd | -l -d -u --lock --delete | high | Locks or opens an account
    dscl | -delete -create -append -passwd | high | Changes accounts
    net user/localgroup | | high | Changes accounts
    visudo | !-c !--check | medium | Changes who may act as root
    su | !-c !--command !--session-command | medium | Opens a shell of another user
    sudo/doas | -i -s --login --shell @none | medium | Opens a shell of another user
    sudo/doas/pkexec *bash/*zsh/sh/dash/ksh/fish | @none | medium | Opens a shell of another user
    sysctl | =*=* | high | Changes the running kernel
    sysctl | -w --write -p --load --system | high | Changes the running kernel
    setenforce | =0 =Permissive =permissive | high | Turns mandatory access control off
    semanage permissive | -a --add | high | Turns mandatory access control off
    setsebool | -P @operand | medium | Changes mandatory access control
    aa-disable/aa-complain/aa-teardown | | high | Turns mandatory access control off
    apparmor_parser | -R --remove | high | Turns mandatory access control off
    auditctl | -D -e | high | Turns auditing off
    modprobe | -r --remove !-n | medium | Unloads a kernel module
    modprobe | @operand !-n !-D !-c !-r !--show-depends !--remove | medium | Loads code into the kernel
    update-grub/update-grub2 | | medium | Changes what the machine starts
    grub-mkconfig/grub2-mkconfig | -o --output | medium | Changes what the machine starts
    nsenter | &-t =1 | high | Enters the machine from its container
    nsenter | --target=1 -t1 | high | Enters the machine from its container
    tccutil reset | | medium | Takes back what programs may do
    sysadminctl | -deleteUser -addUser -resetPasswordFor -newPassword | high | Changes accounts
    adb reboot/reboot-bootloader/reboot-fastboot | | medium | Restarts the device
    adb shell pm uninstall/clear | | medium | Removes an application of the device
    adb uninstall | @operand | medium | Removes an application of the device
    ipmitool | =off =cycle =reset =soft =diag | high | Cuts the power of a machine
    racadm serveraction | | high | Cuts the power of a machine
    set +o history | | medium | Stops recording commands
    rmmod | @operand | medium | Unloads a kernel module
    insmod | @operand | high | Loads code into the kernel
    kexec | -l -e --load --exec | high | Starts another kernel
    mount | -t --types =/etc =/usr =/bin =/sbin =/lib =/var =/root =/home =/boot | medium | Puts one folder in the place of another
    hostname | @operand | low | Renames the machine
    pip/pip3 uninstall | =pip =setuptools | medium | Removes what installs packages
    pip/pip3 uninstall | -y --yes -r --requirement | low | Removes packages without asking
    python/python3 pip uninstall | &-m -y --yes -r --requirement | low | Removes packages without asking
    uv pip uninstall | -r --requirement | low | Removes packages without asking
    npm uninstall/rm/remove | &-g =npm | medium | Removes what installs packages
    mount | --bind --rbind --move | medium | Puts one folder in the place of another
    mount | =remount* | medium | Changes how a file system is mounted
    hostnamectl set-hostname/hostname | | low | Renames the machine
    timedatectl set-time/set-timezone/set-ntp | | low | Changes the clock
    date | -s --set | medium | Changes the clock
    hwclock | -w -s --systohc --hctosys --set | low | Changes the clock
    apt/apt-get/aptitude/nala/wajig remove/purge/autoremove/autopurge/dselect-upgrade | !-s !--simulate !--just-print !--no-act | high | Removes packages of the system
    apt/apt-get dist-upgrade/full-upgrade | !-s !--simulate | medium | Upgrades the system and may remove packages
    apt/apt-get install | --allow-unauthenticated --allow-downgrades --allow-remove-essential --force-yes | high | Installs packages past the checks
    dpkg | -r --remove -P --purge --force-all --force-remove-essential !--simulate | high | Removes packages of the system
    rpm | -e --erase !--test | high | Removes packages of the system
    rpm | --nodeps --force --nosignature | medium | Installs packages past the checks
    yum/dnf/dnf5/microdnf/tdnf remove/erase/autoremove/swap/downgrade | !--assumeno | high | Removes packages of the system
    yum/dnf history undo/rollback | | high | Undoes changes of packages
    pamac/pkgin/rpm-ostree remove/uninstall | | high | Removes packages of the system
    pkg_delete | @operand | high | Removes packages of the system
    opkg/eopkg/port/urpme/swupd remove/rm/uninstall/bundle-remove | | high | Removes packages of the system
    xbps-remove | @operand | high | Removes packages of the system
    do-release-upgrade | !-c !--check-dist-upgrade-only | medium | Upgrades the whole system
    zypper remove/rm | !-D !--dry-run | high | Removes packages of the system
    pacman/yay/paru/pikaur | -R --remove !-p !--print | high | Removes packages of the system
    apk del | !-s !--simulate | high | Removes packages of the system
    emerge | -C --unmerge -c --depclean | high | Removes packages of the system
    pkg delete/remove/autoremove | | high | Removes packages of the system
    snap remove/purge | | high | Removes packages of the system
    flatpak uninstall/remove | | medium | Removes applications
    brew uninstall/remove/rm | --force --ignore-dependencies --zap | medium | Removes packages past the checks
    nix-env | -e --uninstall --delete-generations | medium | Removes packages
    nix-store | --gc --delete !--print-dead !--print-live !--print-roots | medium | Deletes what nothing uses
    nix profile wipe-history/remove | | medium | Removes packages, or the way back
    nix store gc/delete | | medium | Deletes what nothing uses
    guix gc | -d -C -D -F --delete --collect-garbage --delete-generations --free-space | medium | Deletes what nothing uses
    guix gc | !--list-live !--list-dead !--list-roots | medium | Deletes what nothing uses
    guix package | -r --remove --delete-generations | medium | Removes packages
    conda/mamba/micromamba env remove | | high | Deletes an environment
    opam switch remove | | high | Deletes an environment
    conda/mamba/micromamba remove/uninstall | --all | high | Deletes an environment
    gem uninstall | -a --all -x | medium | Removes packages
    rustup self uninstall | | medium | Removes the toolchains
    rustup toolchain uninstall/remove | | low | Removes a toolchain
    pyenv/rbenv/nodenv/jenv/goenv/asdf/mise/nvm/fnm/volta/sdk uninstall | @operand | low | Removes a toolchain
    brew autoremove | !-n !--dry-run | low | Removes packages
    nix-collect-garbage | -d --delete-old | medium | Deletes old generations
    choco/winget/scoop uninstall | | medium | Removes packages
    history | -c -d --clear | medium | Deletes the record of commands
    fc | -p | low | Switches the record of commands
    export | =HISTFILE=/dev/null =HISTFILE= =HISTSIZE=0 =HISTFILESIZE=0 | medium | Stops recording commands
    unset | =HISTFILE =HISTSIZE | medium | Stops recording commands
    export | =LD_PRELOAD=* =DYLD_INSERT_LIBRARIES=* =BASH_ENV=* =PROMPT_COMMAND=* | medium | Loads code into every later program
    journalctl | --vacuum-time --vacuum-size --vacuum-files --rotate --flush | high | Deletes logs
    logrotate | -f --force | medium | Rotates logs away
    wevtutil cl/clear-log | | high | Deletes logs
    dmesg | -C --clear -c --read-clear | medium | Deletes kernel messages
    log erase | | high | Deletes logs
    tmutil delete/disable/deletelocalsnapshots | | high | Deletes backups
    csrutil disable/clear | | high | Turns system protection off
    spctl | --master-disable --global-disable --disable | high | Turns the check of programs off
    nvram | -c -d | high | Deletes firmware settings
    fdesetup disable/removeuser | | high | Turns disk encryption off
    softwareupdate | --reset-ignored --background | low | Changes updates
    systemsetup | -setremotelogin | high | Changes remote access
    vssadmin/wbadmin delete | | critical | Deletes the shadow copies and backups of the machine
    reg/reg.exe delete/add | | high | Changes the registry
    taskkill | =/F =/f | medium | Ends processes
    takeown | =/f =/F =/r =/R | medium | Changes who may reach files
    icacls | =/grant* =/deny* =/remove* =/reset =/setowner =/inheritance* =/restore =/substitute =/setintegritylevel =/Grant* =/GRANT* =/T =/t | medium | Changes who may reach files
    cacls | =/e =/E =/g =/G =/p =/P =/r =/R =/d =/D =/t =/T | medium | Changes who may reach files
    ldconfig | @operand | low | Changes library lookup
    update-alternatives | --set --install --remove --remove-all | medium | Changes which program a name stands for
    chsh | -s --shell | medium | Changes the login shell
    resolvectl dns/domain/revert | @operand | medium | Changes where host names lead
    dbus-send/gdbus/qdbus/busctl | =*.PowerOff =*.Reboot =*.Halt =*.Suspend =PowerOff =Reboot =Halt =Suspend | high | Stops or restarts the machine
    loginctl poweroff/reboot/halt/suspend/hibernate | | high | Stops or restarts the machine
    ipfw | =flush =delete | high | Deletes the firewall's rules
    dc3dd | =wipe=* =hwipe=* | critical | Overwrites a device
    asr restore | --erase -erase | high | Erases a disk or a part of it
    btrfs filesystem resize | @operand | medium | Changes the size of a volume, which may lose what is on it
    nvram | =*=* | medium | Changes firmware settings
    loginctl terminate-user/kill-user/terminate-session/kill-session | | high | Ends sessions
    homectl remove | @operand | high | Deletes an account with its home
    bootctl remove | | high | Changes what the machine starts
    kernel-install remove | | high | Changes what the machine starts
    update-initramfs | -d | high | Changes what the machine starts
    grubby | --remove-kernel | high | Changes what the machine starts
    systemctl preset-all | | high | Changes which services start
    profiles remove | | high | Removes what manages the machine
    kextload | @operand | high | Loads code into the kernel
    arptables | -F --flush -X -D | high | Deletes the firewall's rules
    ip xfrm policy/state flush/delete/del/deleteall | | high | Changes the network
    dhclient | -r -x | medium | Takes the network down
    rtcwake | =mem =disk =off =standby =freeze | medium | Stops the machine for a while
    svcadm disable | | medium | Stops a service
    stop-computer/restart-computer | !-WhatIf | high | Stops or restarts the machine
    clear-eventlog/remove-eventlog | !-WhatIf | high | Deletes logs
    set-mppreference/add-mppreference | @operand | high | Changes the protection against malware
    net stop | @operand | medium | Stops a service
    mokutil | --disable-validation --reset --delete | high | Changes which systems the machine starts
    defaults delete/remove | @operand | medium | Deletes settings
    defaults delete | -g -globalDomain | medium | Deletes settings
    xfconf-query | -r --reset | medium | Deletes settings
    dconf reset | -f | medium | Deletes settings
    gsettings reset-recursively | | medium | Deletes settings
    nvidia-smi | --gpu-reset -r | medium | Ends what runs on the card
    wsl/wsl.exe | --unregister | high | Deletes a system with all that lies in it
    simctl erase/delete | | medium | Deletes simulated devices
    xcrun simctl erase/delete | | medium | Deletes simulated devices
    scancel | -u --user -A --account | medium | Ends the jobs of a user
    postsuper | -d | high | Deletes mail that waits
    doveadm expunge | | high | Deletes mail
    doveadm mailbox delete | | high | Deletes mail
    gluster volume stop/delete/reset/remove-brick | | high | Takes a volume away
    localectl set-locale/set-keymap/set-x11-keymap | | low | Changes the language of the machine
    restorecon | -R -r !-n | medium | Changes what mandatory access control knows of a whole tree
    rndc flush/stop/halt | | medium | Empties or stops the name server
    pivot_root | @operand | high | Puts one folder in the place of another
    exim/exim4 | -Mrm | high | Deletes mail that waits
    lprm | -a | low | Deletes what waits to be printed
    cancel | -a | low | Deletes what waits to be printed
    ipcrm | -a --all | medium | Deletes memory that processes share
    gio trash | --empty | medium | Deletes what is in the bin
    rvm implode | | medium | Removes the toolchains
    tmux kill-server | | medium | Ends every session
    bazel/bazelisk clean | --expunge --expunge_async | low | Deletes all that was built
    remove-item/ri/rm/del/new-item/new-itemproperty/set-itemproperty/sp/set-item/rp | =HKLM:* =HKCU:* =HKCR:* =HKU:* =hklm:* =hkcu:* =Registry::* | high | Changes the registry
    set-executionpolicy | =unrestricted =Unrestricted =bypass =Bypass | medium | Lets every script run
    set-netfirewallprofile | -Enabled -enabled | high | Opens the firewall
    disable-netfirewallrule/remove-netfirewallrule/disable-netadapter | !-WhatIf | high | Changes the firewall, or takes the network down
    new-localuser/add-localgroupmember/set-localuser/remove-localuser/disable-localuser | @operand | high | Changes accounts
    set-adaccountpassword/disable-adaccount/unlock-adaccount/add-adgroupmember | @operand | high | Changes accounts
    enable-psremoting | | medium | Opens this machine to the network
    winrm | =quickconfig =qc | medium | Opens this machine to the network
    stop-service/suspend-service | @operand !-WhatIf | medium | Stops a service
    stop-vm/restart-vm | @operand !-WhatIf | medium | Cuts the power of a machine
    net use | =/delete =/DELETE =/d | medium | Takes a connection away
    net share/accounts | @operand | medium | Changes who may reach this machine
    sc/sc.exe stop | | medium | Stops a service
    cmdkey | =/delete* =/add* | medium | Changes stored passwords
    pnputil | =/delete-driver =/remove-device =/disable-device | high | Removes a driver or device
    dism | =/disable-feature =/remove-package =/Disable-Feature =/Remove-Package | high | Removes a part of the system
    netsh interface/int/winsock | =reset =delete =disabled =admin=disabled =disable | high | Changes the network
    ipconfig | =/release | medium | Takes the network down
    psexec/psexec64 | @operand | high | Runs a command on machines
    iptables-save/ip6tables-save | -f --file | medium | Replaces the firewall's rules that are kept
    `,
  ],
  [
    'process',
    `
    killall5 | | critical | Kills every process
    killall | -9 -KILL -s --signal -u --user -r | medium | Kills processes by name
    pkill | -9 -KILL -u --euid -U | medium | Kills processes by pattern
    killall/pkill | =sshd =systemd =init =dockerd =containerd =Xorg =gnome-shell =launchd =auditd !-0 | high | Kills what the machine depends on
    skill/snice | @operand | medium | Signals processes
    xkill | | low | Kills a window's process
    fuser | -k --kill | medium | Kills the processes that use a file
    pm2 delete/kill | | medium | Ends services
    supervisorctl stop/remove | =all | medium | Ends services
    supervisorctl shutdown | | medium | Ends services
    forever stopall | | medium | Ends services
    pkill | --signal=9 --signal=KILL --signal=SIGKILL | medium | Kills processes by pattern
    pkill | &--signal =9 =KILL =SIGKILL | medium | Kills processes by pattern
    stress/stress-ng | | low | Uses up the machine
    hping3/nping | --flood | high | Floods a host
    ping/ping6 | -f --flood | medium | Floods a host
    xmrig/minerd/cpuminer/cgminer/bfgminer/ethminer/nbminer/xmr-stak/ccminer | | high | Mines coins on this machine
    killall | &-r = =. =.* =.+ =^ !-0 | critical | Kills every process that can be killed
    pkill | = =. =.* =.+ =^ !-0 | critical | Kills every process that can be killed
    stop-process/spps | -Force -force @operand !-WhatIf | medium | Ends processes
    tskill/logoff | @operand | medium | Ends processes
    wmic | =delete =terminate =uninstall =shutdown =reboot =win32shutdown | high | Ends or removes what it lists
    killall/pkill | =bash =zsh =sh =ssh =tmux =screen =postgres =mysqld =mariadbd =redis-server =mongod =nginx =cron =claude =codex =docker !-0 | medium | Kills every process of a name that many things run under
    pkill | &-f =python =python3 =node =java =ruby =php !-0 | medium | Kills every process of a name that many things run under
    `,
  ],
]
