/** Part of the wrapper catalogue, data: the names of programs that run a command given in their words. */

/**
 * The names in `prefixes.ts` and `runners.ts`; a test compares them. Those tables are not built until one of the names
 * is met.
 */
export const PREFIX_NAMES = `builtin command ionice nice nohup stdbuf time timeout xargs xcrun - aa-exec annotate-output arch bwrap bsub
  caffeinate catatonit catchsegv cgexec choom chronic chpst chroot chrt condor_run cpulimit cross-env cross-env-shell daemon
  daemonize dbus-launch dbus-run-session dockerize doas dotenv dtach dumb-init eatmydata entr abduco envconsul envdir envuidgid env-cmd
  exec fakechroot fakeroot faketime firejail flock gksudo gotty heaptrack hwloc-bind gosu grc gpg-agent ifne k3s kdesudo lima lxc-attach libtool logsave lockf ltrace
  microk8s mpiexec mpirun multitime nocache nsenter nocorrect noglob repeat hwatch numactl onchange parallel-ssh pkexec prlimit proot proxychains proxychains4
  pssh qemu-x86_64 qsub reflex retry rootlesskit rtk reptyr rlwrap run0 rvm s6-setuidgid salt salt-ssh salt-call salloc schroot srun summon super setarch setpriv setsid
  setuidgid softlimit ssh-agent sshpass start-stop-daemon strace su-exec sudo systemd-cat systemd-inhibit systemd-nspawn systemd-notify systemd-socket-activate
  systemd-run taskset tini gamemoderun mangohud optirun prime-run primusrun steam-run waypipe torify torsocks tsocks trickle unbuffer unshare valgrind box64 ccache distcc dzdo envchain nq pgrphack
  sccache task-spooler uftrace xinit ts tsp ttyd uclampset wait-for-it
  wait-for-it.sh x-terminal-emulator watch watchexec vault-env winpty wine cpuset cttyhack dtruss idprio inotifyd java_home jexec ktrace limits oneit openvt proccontrol protect
  rtprio setfib taskpolicy tcpsvd tcpserver truss udpsvd uevent autoexpect austin bear cronic
  intercept-build kcov lckdo sandbox-exec scan-build setlock timelimit with-contenv xe checkinstall datefudge keep-one-running run-one run-this-one sched zpty startx xvfb-run gnice gnohup gstdbuf gtime gtimeout
  gxargs gchroot i386 linux32 linux64 please qemu-aarch64 qemu-arm qemu-i386 uname26 viddy x86_64 bunx corepack distrobox-host-exec flatpak-spawn npx pnpx uvx`
export const RUNNER_NAMES = `aws-vault asdf apptainer berglas bolt brew buildah bun bundle chamber cmake colima composer conda consul crictl ctr dart deno devbox direnv distrobox
  docker docker-compose docker-machine doppler dotenv dotenvx dotnet etcdctl flatpak flox flutter fly flyctl fnm foreman gcloud go guix hatch hcloud heroku husky hyprctl incus infisical ip k kitten kitty kubectl
  kubecolor launchctl lein lerna limactl lxc machinectl mamba meson micromamba mise mix multipass nerdctl netlify nix nodenv npm nvm nx oc op pdm perf pipenv
  pipx pixi pkgx pm2 pnpm podman podman-compose poetry pueue pyenv qm railway rbenv rr runc rustup rye saml2aws samply scl security simctl singularity snap sops teller toolbox tsh turbo uv
  vagrant tox vercel volta watchman wezterm xctrace yarn zellij`
