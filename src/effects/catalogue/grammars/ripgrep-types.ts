/**
 * Part of the command catalogue: the names of the files of each type that rg knows (`rg --type-list`, of version 13 and what later ones have
 * added).
 *
 * A hidden file of a type that is asked for is opened like any other, unless it lies in a hidden folder.
 */

import type { Word } from '../../../engine/effect.ts'

const TYPES = new Map(
  `agda: *.agda *.lagda; aidl: *.aidl; amake: *.bp *.mk; asciidoc: *.adoc *.asc *.asciidoc; asm: *.S *.asm *.s; asp:
   *.ascx *.ascx.cs *.ascx.vb *.aspx *.aspx.cs *.aspx.vb; ats: *.ats *.dats *.hats *.sats; avro: *.avdl *.avpr *.avsc;
   awk: *.awk; bazel: *.BUILD *.bazel *.bazelrc *.bzl BUILD WORKSPACE; bitbake: *.bb *.bbappend *.bbclass *.conf *.inc;
   brotli: *.br; buildstream: *.bst; bzip2: *.bz2 *.tbz2; c: *.[chH] *.[chH].in *.cats; cabal: *.cabal; cbor: *.cbor;
   ceylon: *.ceylon; clojure: *.clj *.cljc *.cljs *.cljx; cmake: *.cmake CMakeLists.txt; coffeescript: *.coffee; config:
   *.cfg *.conf *.config *.ini; coq: *.v; cpp: *.[ChH] *.[ChH].in *.[ch]pp *.[ch]pp.in *.[ch]xx *.[ch]xx.in *.cc *.cc.in
   *.hh *.hh.in *.inl; creole: *.creole; crystal: *.cr Projectfile; cs csharp: *.cs; cshtml: *.cshtml; css: *.css *.scss;
   csv: *.csv; cython: *.pxd *.pxi *.pyx; d: *.d; dart: *.dart; dhall: *.dhall; diff: *.diff *.patch; docker:
   *Dockerfile*; dvc: *.dvc Dvcfile; ebuild: *.ebuild; edn: *.edn; elisp: *.el; elixir: *.eex *.ex *.exs; elm: *.elm;
   erb: *.erb; erlang: *.erl *.hrl; fidl: *.fidl; fish: *.fish; flatbuffers: *.fbs; fortran: *.F *.F77 *.F90 *.F95 *.f
   *.f77 *.f90 *.f95 *.pfo; fsharp: *.fs *.fsi *.fsx; fut: .fut; gap: *.g *.gap *.gd *.gi *.tst; gn: *.gn *.gni; go:
   *.go; gradle: *.gradle; graphql: *.graphql *.graphqls; groovy: *.gradle *.groovy; gzip: *.gz *.tgz; h: *.h *.hpp;
   haml: *.haml; haskell: *.c2hs *.cpphs *.hs *.hsc *.lhs; hbs: *.hbs; hs: *.hs *.lhs; html: *.ejs *.htm *.html; idris:
   *.idr *.lidr; java: *.java *.jsp *.jspx *.properties; jinja: *.j2 *.jinja *.jinja2; jl julia: *.jl; js: *.js *.jsx
   *.vue; json: *.json *.sarif composer.lock; jsonl: *.jsonl; jupyter: *.ipynb *.jpynb; k: *.k; kotlin: *.kt *.kts; less:
   *.less; lisp: *.el *.jl *.lisp *.lsp *.sc *.scm; lock: *.lock package-lock.json; log: *.log; lua: *.lua; lz4: *.lz4;
   lzma: *.lzma; m4: *.ac *.m4; make: *.mak *.mk [Gg][Nn][Uu]makefile [Gg][Nn][Uu]makefile.am [Gg][Nn][Uu]makefile.in
   [Mm]akefile [Mm]akefile.am [Mm]akefile.in; mako: *.mako *.mao; markdown md: *.markdown *.md *.mdown *.mdx *.mkdn;
   matlab: *.m; meson: meson.build meson_options.txt; minified: *.min.css *.min.html *.min.js; mint: *.mint; mk: mkfile;
   ml: *.ml; msbuild: *.csproj *.fsproj *.proj *.props *.targets *.vcxproj; nim: *.nim *.nimble *.nimf *.nims; nix:
   *.nix; objc: *.h *.m; objcpp: *.h *.mm; ocaml: *.ml *.mli *.mll *.mly; org: *.org *.org_archive; pascal: *.dpr *.inc
   *.lpr *.pas *.pp; pdf: *.pdf; perl: *.PL *.perl *.pl *.plh *.plx *.pm *.t; php: *.php *.php3 *.php4 *.php5 *.phtml;
   po: *.po; pod: *.pod; postscript: *.eps *.ps; prolog: *.P *.pl *.pro *.prolog; protobuf: *.proto; ps: *.cdxml *.ps1
   *.ps1xml *.psd1 *.psm1; puppet: *.erb *.pp *.rb; purs: *.purs; py python: *.py *.pyi; qmake: *.prf *.pri *.pro; qml:
   *.qml; r: *.R *.Rmd *.Rnw *.r; racket: *.rkt; rdoc: *.rdoc; readme: *README README*; red: *.r *.red *.reds; robot:
   *.robot; rst: *.rst; ruby: *.gemspec *.rb *.rbw .irbrc Gemfile Rakefile config.ru; rust: *.rs; sass: *.sass *.scss;
   scala: *.sbt *.scala; sh: *.bash *.bashrc *.csh *.cshrc *.ksh *.kshrc *.sh *.tcsh *.zsh .bash_login .bash_logout
   .bash_profile .bashrc .cshrc .kshrc .login .logout .profile .tcshrc .zlogin .zlogout .zprofile .zshenv .zshrc
   bash_login bash_logout bash_profile bashrc profile zlogin zlogout zprofile zshenv zshrc; slim: *.skim *.slim *.slime;
   smarty: *.tpl; sml: *.sig *.sml; soy: *.soy; spark: *.spark; spec: *.spec; sql: *.psql *.sql; stylus: *.styl; sv: *.h
   *.sv *.svh *.v *.vg; svelte: *.svelte; svg: *.svg; swift: *.swift; swig: *.def *.i; systemd: *.automount *.conf
   *.device *.link *.mount *.path *.scope *.service *.slice *.socket *.swap *.target *.timer; taskpaper: *.taskpaper;
   tcl: *.tcl; tex: *.bib *.cls *.dtx *.ins *.ltx *.sty *.tex; textile: *.textile; tf: *.tf *.tf.json *.tfvars *.tfvars.json *.tfrc *.terraformrc *.hcl; thrift: *.thrift; toml:
   *.toml Cargo.lock; ts typescript: *.cts *.mts *.ts *.tsx; twig: *.twig; txt: *.txt; typoscript: *.ts *.typoscript;
   vala: *.vala; vb: *.vb; vcl: *.vcl; verilog: *.sv *.svh *.v *.vh; vhdl: *.vhd *.vhdl; vim vimscript: *.vim; vue:
   *.vue; webidl: *.idl *.webidl *.widl; wiki: *.mediawiki *.wiki; xml: *.dtd *.rng *.sch *.xhtml *.xjb *.xml *.xml.dist
   *.xsd *.xsl *.xslt; xz: *.txz *.xz; yacc: *.y; yaml: *.yaml *.yml; yang: *.yang; z: *.Z; zig: *.zig; zsh: *.zsh
   .zlogin .zlogout .zprofile .zshenv .zshrc zlogin zlogout zprofile zshenv zshrc; zstd: *.zst *.zstd`
    .split(/;\s+/)
    .flatMap((line) => {
      const [names = '', globs = ''] = line.split(/:\s+/)
      return names.split(/\s+/).map((name) => [name, globs.split(/\s+/)] as const)
    }),
)

const ANYTHING = ['*']

/** Patterns, one of which each file fits that is opened; a type that is not known may be of any files. */
export function namesOfTypes(types: readonly Word[]): readonly string[] {
  if (types.includes('all')) return [...TYPES.values()].flat()
  return types.flatMap((type) => (type === null ? ANYTHING : (TYPES.get(type) ?? ANYTHING)))
}
