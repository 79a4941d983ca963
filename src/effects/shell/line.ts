/** Part of reading shell lines: a script together with its text, and its commands by their place in pipelines. */

import { Given } from './given.ts'
import { MAX_LENGTH } from './syntax/reader.ts'
import type { Scope, Script, SimpleCommand } from './syntax/script.ts'

export class Line {
  readonly script: Script
  readonly source: string
  /** The line around a script that another command is given. */
  readonly outer: Line | undefined
  /** Made when first asked for. */
  #given: Given | undefined
  #stages: Map<number, SimpleCommand> | undefined

  constructor(script: Script, source: string, outer: Line | undefined) {
    this.script = script
    this.source = source
    this.outer = outer
  }

  get given(): Given {
    return (this.#given ??= new Given(this))
  }

  /** The first command of that stage, itself or in the group that is the stage. */
  stageAt(pipeline: number, stage: number): SimpleCommand | undefined {
    this.#stages ??= stagesOf(this.script)
    return this.#stages.get(keyOf(pipeline, stage))
  }
}

/** Pipelines and stages are fewer than the letters of a line. */
function keyOf(pipeline: number, stage: number): number {
  return pipeline * MAX_LENGTH + stage
}

function stagesOf(script: Script): Map<number, SimpleCommand> {
  const stages = new Map<number, SimpleCommand>()
  const note = (pipeline: number, stage: number, command: SimpleCommand) => {
    const key = keyOf(pipeline, stage)
    if (!stages.has(key)) stages.set(key, command)
  }
  for (const command of script.commands) {
    if (command.words.length === 0) continue
    note(command.pipeline, command.stage, command)
    for (
      let scope: Scope | undefined = script.scopes[command.scope];
      scope !== undefined;
      scope = script.scopes[scope.parent]
    ) {
      if (scope.kind === 'pipe') note(scope.pipeline, scope.stage, command)
    }
  }
  return stages
}
