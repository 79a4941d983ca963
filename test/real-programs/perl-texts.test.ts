/**
 * Texts that count as mere filters are read by the Perl of this machine: where Countersign cuts a text up otherwise,
 * code would stand where it sees a text or a pattern.
 */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onlyFilters } from '../../src/effects/catalogue/grammars/perl-filter.ts'

const SCRIPT = join(import.meta.dirname, 'perl_texts.pl')
const hasPerl = spawnSync('perl', ['-MSafe', '-MOpcode', '-MJSON::PP', '-e', '1']).status === 0
const EDITED = 5 * Number(process.env['COUNTERSIGN_RUNS'] ?? 1000)
const MADE = 2 * EDITED
/** Another one tries other texts. */
const SEED = 1

const FILTERS = [
  'print if /foo/i; print "$.: $_" unless m{a|b}x',
  's/a(b)/$1c/g; s{x}{y} if $. > 3; tr/a-z/A-Z/; y,a,b,d',
  '$n{$F[0]} += $F[1]; END { print "$_ $n{$_}\\n" for sort { $n{$b} <=> $n{$a} } keys %n }',
  'my ($a, $b) = split /=/, $_, 2; next unless defined $b; chomp $b; print join("\\t", lc $a, uc($b)), "\\n"',
  'if (/^(\\d+)\\s+(\\S+)/) { $s += $1; printf "%-10s %d\\n", $2, $1 } elsif (/x/) { $t++ } else { last }',
  'print "$ARGV:$.: $_" if /TODO/; close ARGV if eof',
  'print map { $_ * 2 } grep { !$y{$_}++ } reverse @F[1, 2]; print $#F, (split /,/)[0, -1]',
  'for my $x (1 .. 3) { push @x, $x ** 2; print STDERR "x" x 3, "@x" } say length > 3 ? "a" : \'b\'',
  'while (/(\\w+)/g) { $c{$1}++ } print substr($_, 0, 3) . sprintf("%s", index $_, "x") // 1',
  'print qw(a b), $x / 2, $x % 3, -$x, $x{key}, $x[$y], ($a <=> $b || $a cmp $b)',
]
/** No word of it is refused for itself. */
const CODE = 'getppid()'
const PIECES =
  String.raw`/ // /x " ' \ \\ \" \/ \{ \[ { } [ ] ( ) }{ $x $_ $1 $F[0] $x[0] $x{a} $h{$_} @F @x @{[ $$x \x %h % & * - + . .. x x3 < <x> << ? : = =~ !~ , ; # print
  s/ s{ s[ s( m{ m( tr/ y/ qw( q( qr/ lc length map{ map sort grep split shift time eof keys print: /e /x (?{ (?? (* ) | $| $) $. $& -e 1 0 .1 'x' "x" if for my STDERR ARGV ARGV[0] do`
    .split(/\s+/u)

    .concat(' ', ' ', '\n', '${', '${x}', '${s}', '${print}', CODE, `.${CODE}.`, `;${CODE};`)

const piece = fc.constantFrom(...PIECES)
const edit = fc.record({ at: fc.nat(400), taken: fc.nat(3), put: fc.array(piece, { maxLength: 2 }) })
const edited = fc
  .tuple(fc.constantFrom(...FILTERS), fc.array(edit, { minLength: 1, maxLength: 5 }))
  .map(([text, edits]) =>
    edits.reduce((whole, { at, taken, put }) => {
      const from = at % (whole.length + 1)
      return whole.slice(0, from) + put.join('') + whole.slice(from + taken)
    }, text),
  )

/** Code in a quote of some kind, after something that may be a value or wait for one. */
const before = fc.constantFrom(
  ...`$x @F %h $F[0] $h{a} length lc shift time print eof keys ) (1) qw(a) "a" /a/ s/a/b/ map{$_} split $x++ 1 1. undef pos fc say $. $& not x . / - ? < % * & , ; if for sort reverse push map grep }`.split(
    ' ',
  ),
)
const blank = fc.constantFrom('', ' ', '\n')
const opening = fc.constantFrom(
  '/',
  '" ',
  '//',
  's/',
  's{',
  's[',
  'm{',
  'tr/',
  'y,',
  "'",
  '<',
  '?',
  '%',
  '-e ',
  '{',
  '[',
  '(',
  '@{[',
  '(?{',
  '\\[',
  '#',
)
const closing = fc.constantFrom(
  '/',
  '"',
  '//',
  '/ -1',
  '/x',
  '}{a}',
  '][a]',
  '}',
  "'",
  '>',
  '?',
  '%',
  ']',
  ')',
  ']}',
  '})',
  '\\]',
  '\n',
)
const around = fc.constantFrom(
  '•',
  'print •',
  'print $x ++ •',
  's/a/•/e',
  's{a}{•}ge',
  'print(•)',
  'my $y = •',
  's/a/•/',
  's{a}{•}',
  's[a][•]',
  '"•"',
  '/•/',
  'm(•)',
  '$h{•}',
  'map { • } @F',
  '(•)[0]',
)
const made = fc
  .array(
    fc.oneof(
      fc.tuple(before, blank, opening, blank).map((all) => all.join('')),
      fc.tuple(closing, blank, before).map((all) => all.join('')),
      piece,
    ),
    { minLength: 1, maxLength: 5 },
  )
  .chain((parts) =>
    fc
      .tuple(around, fc.nat(parts.length))
      .map(([shape, at]) =>
        shape.replace('•', () => [...parts.slice(0, at), `.${CODE}.`, ...parts.slice(at)].join('')),
      ),
  )

if (!hasPerl) {
  const left = 'Perl is left out, what it finds in texts is not tested: there is no perl with Safe and JSON::PP here'
  if (process.env['CI']) throw new Error(left)
  it.skip(left)
}

describe.runIf(hasPerl)('perl that only filters', () => {
  it('does nothing else, as Perl reads it', () => {
    const tried = [
      ...FILTERS,
      ...fc.sample(edited, { numRuns: EDITED, seed: SEED }),
      ...fc.sample(made, { numRuns: MADE, seed: SEED }),
    ]
    const filters = [...new Set(tried)].filter((text) => onlyFilters(text, true))
    expect(filters.length).toBeGreaterThan(FILTERS.length)
    expect(moreThanListed(filters)).toEqual([])
  })

  it('would be found out', () => {
    const acts = [
      'system(q(x))',
      '`x`',
      'print $ENV{X}',
      '<STDIN>',
      '/(?{system(1)})/',
      's/a/system(1)/e',
      '$$x',
      '$x[0][1]',
      'push @INC, 1',
      '$ARGV[0] = 1',
      'do q(x)',
      '-e $x',
      '$x->y',
      'f(1)',
    ]
    expect(moreThanListed(acts).map(([, text]) => text)).toEqual(acts)
  })
})

function moreThanListed(texts: readonly string[]): readonly (readonly [string, string])[] {
  const { stdout, stderr } = spawnSync('perl', [SCRIPT], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as readonly (readonly [string, string])[]
}
