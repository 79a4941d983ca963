/** Part of the command catalogue: words that mean the same to a program as other words, for restrictions. */

import type { Word } from '../../../engine/effect.ts'

type Words = readonly Word[]

/** The same command in the words that a rule may use; `words` are without flags, beginning with the program. */
export function otherNames(words: Words): readonly Words[] {
  const names = BY_PROGRAM.get(words[0] ?? '')
  return names === undefined ? NONE : names(words)
}

export function hasOtherNames(program: string): boolean {
  return BY_PROGRAM.has(program)
}

const NONE: readonly Words[] = []

/** Kinds of objects in a cluster: each with its short names, its name, and its plural. */
const KINDS =
  `cm configmap configmaps|cs componentstatus componentstatuses|ep endpoints|ev event events|limits limitrange limitranges
  |ns namespace namespaces|no node nodes|pvc persistentvolumeclaim persistentvolumeclaims|pv persistentvolume persistentvolumes
  |po pod pods|rc replicationcontroller replicationcontrollers|quota resourcequota resourcequotas|secret secrets
  |sa serviceaccount serviceaccounts|svc service services|crd crds customresourcedefinition customresourcedefinitions
  |ds daemonset daemonsets|deploy deployment deployments|rs replicaset replicasets|sts statefulset statefulsets
  |hpa horizontalpodautoscaler horizontalpodautoscalers|cj cronjob cronjobs|job jobs|csr certificatesigningrequest certificatesigningrequests
  |ing ingress ingresses|netpol networkpolicy networkpolicies|pdb poddisruptionbudget poddisruptionbudgets|role roles
  |rolebinding rolebindings|clusterrole clusterroles|clusterrolebinding clusterrolebindings|pc priorityclass priorityclasses
  |sc storageclass storageclasses`
    .split('|')
    .map((names) => names.trim().split(' '))

/** `kubectl delete ns x`, `… namespaces/x`, `… pod,namespace x`. */
function byKind([program = null, verb = null, spelled, ...rest]: Words): readonly Words[] {
  if (spelled == null) return NONE
  return spelled.split(',').flatMap((one) => {
    const [given = '', ...name] = one.split('/')
    // `deployments.apps`: the group after the dot is left out, because a rule would not name it.
    const [kind = ''] = given.toLowerCase().split('.')
    const names = KINDS.find((known) => known.includes(kind)) ?? [kind]
    return names.map((other): Words => [program, verb, other, ...name, ...rest])
  })
}

const OCTAL = /^0*([0-7]{3,4})$/u

/** `chmod 0777`, `chmod 777`. */
function byNumber([program = null, mode, ...rest]: Words): readonly Words[] {
  const digits = OCTAL.exec(mode ?? '')?.[1]?.replace(/^0(?=[0-7]{3}$)/u, '')
  return digits === undefined ? NONE : [digits, `0${digits}`].map((other): Words => [program, other, ...rest])
}

/** Upper and lower case mean the same to these programs: `redis-cli FlushAll`. */
function byLetters([program = null, ...rest]: Words): readonly Words[] {
  const changed = (to: (word: string) => string): Words => [
    program,
    ...rest.map((word, at) => (word === null || at > 1 ? word : to(word))),
  ]
  return [changed((word) => word.toLowerCase()), changed((word) => word.toUpperCase())]
}

const MOST_TARGETS = 32

/** `make all deploy` and `make X=1 deploy` also make what `make deploy` makes. */
function byTarget([program = null, ...rest]: Words): readonly Words[] {
  const targets = rest.filter((word) => word?.includes('=') !== true)
  // There are more targets than are looked at, so any word may follow.
  if (targets.length > MOST_TARGETS) return [[program, null]]
  return targets.flatMap((target, at): Words[] => [
    [program, target],
    [program, ...targets.slice(at)],
  ])
}

const INSTALLS: Readonly<Record<string, string>> = { 'install-test': 'install', 'install-ci-test': 'ci' }
const LIFE = new Set(['test', 'start', 'stop', 'restart'])

/** `npm it` installs and tests; `npm run test` is `npm test`. */
function byScript([program = null, verb = null, ...rest]: Words): readonly Words[] {
  const [script = null] = rest
  if (verb === 'run' && script !== null && LIFE.has(script)) return [[program, ...rest]]
  const installs = verb !== null && Object.hasOwn(INSTALLS, verb) ? INSTALLS[verb] : undefined
  if (installs === undefined) return NONE
  return [
    [program, installs, ...rest],
    [program, 'test'],
    [program, 'run', 'test'],
  ]
}

const BY_PROGRAM: ReadonlyMap<string, (words: Words) => readonly Words[]> = new Map([
  ['kubectl', byKind],
  ['oc', byKind],
  ['chmod', byNumber],
  ['npm', byScript],
  ...'redis-cli valkey-cli keydb-cli'.split(' ').map((name) => [name, byLetters] as const),
  ...'make gmake just rake task ninja gradle gradlew mvn mvnw ant'.split(' ').map((name) => [name, byTarget] as const),
])
