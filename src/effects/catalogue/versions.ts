/**
 * Part of the command catalogue: programs of which we only know that they print their version if asked for nothing
 * else.
 *
 * INVARIANT: none of these looks at the current folder before it answers. Programs that do are left out: valgrind takes
 * its tool from `.valgrindrc`, ast-grep loads libraries by `sgconfig.yml`, latexmk runs `latexmkrc` and jekyll the
 * Gemfile, wasm-pack looks for news of itself, gn runs `.gclient`, and programs installed by Node may hand over to the
 * project's own copy, or fetch one.
 */

import type { Word } from '../../engine/effect.ts'
import { isAmong } from './among.ts'

/** By the one word that asks for the version. */
export const TELLERS: Readonly<Record<string, string>> = {
  '--version': `alertmanager asciidoctor asciinema atuin bandwhich bats bear bibtex bindgen broot bwrap cabextract cbindgen ccache
    certtool cflow chezmoi choose clamscan colima containerd crun cscope dialog diesel distcc dockerd dprint dune dvips dwdiff enca etcd
    fastfetch fend ffplay flac flatc flock fluent-bit gdbserver gettext ghcup ghdl gifsicle gleam goreleaser gperf gpg-agent gpgconf
    gping grex groff gs guix gum hashcat help2man hx interdiff jc jdeps jlink jpegoptim jql kdiff3 kpsewhich ktlint kubelet lame latex
    lazydocker limactl litecli llvm-config llvm-cov llvm-profdata lolcat maturin mdcat meld memcached minio mkvmerge mono mpv msgfmt
    mycli navi nohup nu nvcc oggenc openocd opusenc ouch pdftex pdftk perf pgcli pngquant prometheus promtool pueue pv recode rga rhash
    rlwrap runc sccache setsid starship stdbuf swiftformat swiftlint syncthing telegraf terraform-docs tesseract tex tfsec thrift
    timeout tlmgr troff ttyd typos usql vector verilator vlc wasmer wasmtime watch watchexec wget2 whiptail xelatex xgettext xsltproc
    yara zellij zls`,
  '-version': 'cwebp ffplay kak mkcert ocamlc ocamlopt thrift vegeta xelatex',
  '-V': 'cscope iverilog memcached nethogs toe uconv',
  version: 'adb caddy dlv gopls hugo k6 ko kompose kubeadm opa traefik',
}

export function tellsVersion(argv: readonly Word[]): boolean {
  const [name, question] = argv
  if (argv.length !== 2 || typeof name !== 'string' || typeof question !== 'string') return false
  return Object.hasOwn(TELLERS, question) && isAmong(name, TELLERS[question] ?? '')
}
