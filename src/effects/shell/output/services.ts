/** Part of reading shell lines: names and numbers that kubectl and gh print. */

import { isName } from '../words/plain.ts'

const RESOURCE_FLAG = /^(?:-[nlo]|--(?:namespace|selector|field-selector|output|sort-by))$/
const RESOURCE_SWITCH = /^(?:-A|--all-namespaces|--(?:namespace|selector|field-selector|sort-by)=.*)$/s
const RESOURCE_NAME = /^(?:name|jsonpath=\{(?:\.items\[(?:\d+|\*)\])?\.metadata\.name\})$/

/** Resources whose names are restricted to labels; a role may have any name. */
const RESOURCE =
  '(?:po|pods?|deploy|deployments?|svc|services?|no|nodes?|ns|namespaces?|jobs?|cj|cronjobs?|sts|statefulsets?|ds|daemonsets?|rs|replicasets?|cm|configmaps?|ing|ingress|ingresses|pvc?)'
const RESOURCES = new RegExp(`^${RESOURCE}(?:,${RESOURCE})*(?:/|$)`)

/** `pod/web-1`, or the name alone, which such a resource always has: without blanks, and without a dash in front. */
export function printsResourceNames(words: readonly string[]): boolean {
  let named = false
  let kinds = ''
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (isName(word)) kinds ||= word
    if (word.includes('/') && !RESOURCES.test(word)) return false
    if (isName(word) || RESOURCE_SWITCH.test(word)) continue
    if (!RESOURCE_FLAG.test(word)) return false
    const value = words[++at] ?? ''
    if (word !== '-o' && word !== '--output') continue
    if (named || !RESOURCE_NAME.test(value)) return false
    named = true
  }
  return named && RESOURCES.test(kinds)
}

const NUMBERED = /^\.(?:\[\d*\]\.|\[\d*\] \| \.)?(?:databaseId|number)$/
const GH_VALUE =
  /^(?:-[LbwslaqRA]|--(?:limit|branch|workflow|state|label|author|assignee|status|head|base|json|jq|repo))$/

/** `gh run list --json databaseId -q '.[0].databaseId'` prints a number, or nothing if there is no run. */
export function printsNumbers([noun, verb, ...words]: readonly string[]): boolean {
  if (!/^(?:run|pr|issue)$/.test(noun ?? '') || !/^(?:list|view)$/.test(verb ?? '')) return false
  let asked = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (isName(word) || /^-L\d+$/.test(word)) continue
    if (!GH_VALUE.test(word)) return false
    const value = words[++at] ?? ''
    if (word === '-q' || word === '--jq') asked = NUMBERED.test(value) ? asked + 1 : 9
  }
  return asked === 1 && words.includes('--json')
}
