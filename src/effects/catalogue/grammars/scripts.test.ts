import { describe, expect, it } from 'vitest'
import { printsOnly as awkPrintsOnly } from './awk.ts'
import { printsOnly as sedPrintsOnly } from './sed.ts'

describe('sed scripts that only print', () => {
  it.each([
    'p',
    '1,20p',
    '$p',
    '5q',
    '$=',
    '/re/d',
    '/a/,/b/p',
    '/a/I!d',
    '0~3p',
    '2,+4p',
    's/a/b/g',
    's|/usr|/opt|gI2p',
    's/[a-z]*/x/;p',
    'y/abc/xyz/',
    '/a/{p;d}',
    '1{p}',
    ':a;N;$!ba;s/\\n/ /g',
    's/\\/x/y/',
    '2i hello',
    'n;d',
    '/^#/d',
  ])('%s', (script) => {
    expect(sedPrintsOnly(script)).toBe(true)
  })
})

describe('sed scripts that may write, run or read elsewhere', () => {
  it.each([
    'w x',
    '1w/x',
    'W x',
    'r x',
    'R x',
    'e touch x',
    '1e touch x',
    'e',
    's/a/b/w x',
    's/a/b/e',
    's#a#touch x#e',
    's\u0001a\u0001b\u0001e',
    's/[/]/x/e/',
    's/a/b/gw x',
    'p\nw x',
    '/c/{w x\n}',
    '$!{e x\n}',
    'a\\\nw x',
    's/a/b',
    '{p',
    'p}',
    'p w x',
    'v 4.2',
    '\\%a%w x',
    'F;e x',
  ])('%s', (script) => {
    expect(sedPrintsOnly(script)).toBe(false)
  })
})

describe('awk programs that only print', () => {
  it.each([
    '1',
    '{print $1}',
    'NR>=10 && NR<=20',
    '$3 > 5',
    '$3 > 5 {print $1, $2}',
    'END{print NR}',
    '/a|b/ {print $2}',
    '!seen[$0]++',
    '{s+=$1} END {print s/NR}',
    '{printf "%s %d\\n", $1, $2}',
    'BEGIN{FS=","} {print $2} # done',
    '{if ($1 > 5) print $2; else print $3}',
    '{print ($1+$2)/2}',
    '{print ($1 > 5)}',
    '{printf "%s\\n", ($2 > 3 ? "hi" : "lo")}',
    '{print(1, $1 > 5); print (seen[$1]++ > 0)}',
    '$1 ~ /[0-9]+/ || $2 == "x > y | z"',
  ])('%s', (program) => {
    expect(awkPrintsOnly(program)).toBe(true)
  })
})

describe('awk programs that may write, run or read elsewhere', () => {
  it.each([
    'BEGIN{system("x")}',
    '{print > "x"}',
    '{print >> "x"}',
    '{print $1 > $2}',
    '{printf("x") > "y"}',
    '{print ($1) > (5)}',
    '{print ($1 > 5) > "y"}',
    '{print "(" > "y"}',
    '/[(]/ {print $1 > "y"}',
    '{print ($1 } {print "a" > "y"}',
    '{print $1) > "y"}',
    '{print ")" ($1 > 5) ")" > "y"}',
    '{x = 1 # (\n print "a" > "y"}',
    '{print ($1 > 5) | "sh"}',
    '{print | "sh"}',
    'BEGIN{"date" | getline d}',
    '{print |& "x"}',
    '@include "x"',
    'BEGIN{f="sys" "tem"; @f("x")}',
    'BEGIN{print ENVIRON["X"]}',
    'BEGIN{ARGV[1]="x"}',
    'x = /"/; {print "a" > "f"}',
    '{print /"/ > "f"}',
    'if (x) /"/; {print "a" > "f"} /"/',
    '{print a &&\n b > "f"}',
    '/[/]/ {print "/" > "f"}',
    '{print "unclosed}',
    'sys\\\ntem("x")',
  ])('%s', (program) => {
    expect(awkPrintsOnly(program)).toBe(false)
  })
})
