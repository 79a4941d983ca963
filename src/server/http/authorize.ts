/**
 * Part of the server: `POST /v1/authorize`, an agent's call. It uses Node's own request and response because every step
 * of every agent goes through this route.
 *
 * INVARIANT: an answer with status 200 is the gate's decision or `pending`, nothing else. Any failure is a problem,
 * which no client takes for an allow.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from '../../engine/call.ts'
import type { Authorization } from '../../gate/authorization.ts'
import type { Gate } from '../../gate/gate.ts'
import type { JudgeOptions } from '../../gate/questions/unasked.ts'
import { isTrue } from '../given.ts'
import type { Bucket, Limits } from '../limits.ts'
import { describe, HttpProblem, problemOf } from '../problem.ts'
import { readObject, receiveBody } from './body.ts'
import { answerJson, callOf, namedOf, unaskedOf, waitOf } from './called.ts'
import { sendJson, sendProblem } from './reply.ts'
import { Stop } from './stop.ts'
import { Tickets } from './tickets.ts'
import type { Ticket } from './tickets.ts'
import { Waiting } from './waiting.ts'
import type { Wait } from './waiting.ts'

export interface AuthorizeDeps {
  readonly gate: Pick<Gate, 'authorize' | 'judge'>
  readonly limits: Limits
  readonly bucket: Bucket
  /** Called with unexpected failures. */
  readonly onFailure: (error: unknown) => void
}

interface Asked {
  readonly key: () => string
  readonly answer: Promise<Authorization>
  readonly stop: Stop
}

export class Authorize {
  readonly #deps: AuthorizeDeps
  readonly #tickets = new Tickets()
  readonly #waiting = new Waiting()
  #stopping = false

  constructor(deps: AuthorizeDeps) {
    this.#deps = deps
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const failed = (error: unknown) => this.#failed(error, response)
    const received = (text: string) => {
      try {
        this.#ask(text, response)
      } catch (error) {
        failed(error)
      }
    }
    receiveBody(request, this.#deps.limits.body, received, failed)
  }

  /** Clients that wait are told to ask again; their questions stay open. */
  stop(): void {
    this.#stopping = true
    this.#waiting.end()
    this.#tickets.close()
  }

  #ask(text: string, response: ServerResponse): void {
    const { gate, limits, bucket } = this.#deps
    if (this.#stopping) throw stopping()
    if (!bucket.take()) throw new HttpProblem('too-many', 'Agents ask too often; slow down.')
    const { call: given, pending, wait: said, judge, unasked, approval, person: wants } = readObject(text)
    const wait = waitOf(said)
    if (pending !== undefined) return this.#again(pending, wait, response)
    const call = callOf(given)
    if (isTrue(judge, 'judge'))
      return this.#judge(call, { unasked: unaskedOf(unasked), named: namedOf(approval) }, response)
    if (this.#waiting.size + this.#tickets.size >= limits.waiting)
      throw new HttpProblem('too-many', `${limits.waiting} calls wait for an answer already; try again later.`)
    const person = isTrue(wants, 'person')
    const key = () => JSON.stringify([call, person])
    const adopted = this.#tickets.hasOrphans() ? this.#tickets.adopt(key()) : undefined
    if (adopted !== undefined) return this.#wait(adopted, wait, response)
    const stop = new Stop()
    this.#first({ key, answer: gate.authorize(call, { signal: stop.signal, person }), stop }, wait, response)
  }

  #judge(call: Call, options: JudgeOptions, response: ServerResponse): void {
    this.#deps.gate
      .judge(call, options)
      .then((judgement) => sendJson(response, answerJson(judgement)))
      .catch((error: unknown) => this.#failed(error, response))
  }

  /** A ticket is made only if needed, since nearly all calls are answered at once. */
  #first({ key, answer, stop }: Asked, wait: number, response: ServerResponse): void {
    const ticket = () => this.#tickets.add(key(), answer.then(answerJson), stop)
    const until = performance.now() + wait
    const waits: Wait = {
      at: undefined,
      until,
      over: () => (this.#stopping ? sendProblem(response, stopping().problem) : this.#pending(ticket(), response)),
      same: {
        key,
        takeOver: (other) => {
          if (!this.#waiting.remove(waits)) return
          this.#wait(other, until - performance.now(), response)
          stop.abort()
        },
      },
    }
    this.#waiting.add(waits)
    response.on('close', () => {
      if (this.#waiting.remove(waits)) this.#leave(ticket())
    })
    answer
      .then((authorization) => {
        const json = answerJson(authorization)
        if (this.#waiting.remove(waits)) sendJson(response, json)
      })
      .catch((error: unknown) => {
        this.#deps.onFailure(error)
        if (this.#waiting.remove(waits)) sendProblem(response, describe(error))
      })
  }

  /** The ticket's client is gone. The same call may have been sent again already, or may still be. */
  #leave(ticket: Ticket): void {
    const same = this.#waiting.find(ticket.key)
    if (same === undefined) this.#tickets.orphan(ticket)
    else same.takeOver(ticket)
  }

  #again(id: unknown, wait: number, response: ServerResponse): void {
    const ticket = typeof id === 'string' ? this.#tickets.get(id) : undefined
    if (ticket === undefined)
      throw new HttpProblem('not-found', 'Nothing is pending under this id any more; send the call again.')
    this.#wait(ticket, wait, response)
  }

  #wait(ticket: Ticket, wait: number, response: ServerResponse): void {
    if (ticket.settled !== undefined) return this.#handLate(ticket, ticket.settled, response)
    this.#tickets.hold(ticket)
    const waits: Wait = {
      at: undefined,
      until: performance.now() + wait,
      over: () => {
        this.#tickets.leave(ticket)
        if (this.#stopping) sendProblem(response, stopping().problem)
        else this.#pending(ticket, response)
      },
    }
    this.#waiting.add(waits)
    response.on('close', () => {
      if (!this.#waiting.remove(waits)) return
      this.#tickets.leave(ticket)
      this.#leave(ticket)
    })
    void ticket.answer.then((json) => {
      if (this.#waiting.remove(waits)) this.#hand(ticket, json, response)
    })
  }

  /**
   * The decision was made before the client asked for it: meanwhile the policy may deny the call, or a path may lead
   * elsewhere.
   */
  #handLate(ticket: Ticket, json: string, response: ServerResponse): void {
    const { behavior, input, approval } = JSON.parse(json) as Pick<Authorization, 'behavior' | 'input' | 'approval'>
    if (behavior !== 'allow') return this.#hand(ticket, json, response)
    const [call] = JSON.parse(ticket.key) as [Call]
    this.#deps.gate
      .judge({ ...call, input }, { approval })
      .then((now) => {
        if (now.behavior !== 'ask')
          return this.#hand(ticket, now.behavior === 'deny' ? answerJson(now) : json, response)
        this.#tickets.done(ticket)
        sendProblem(
          response,
          problemOf('not-found', 'What was answered is not what it would be now; send the call again.'),
        )
      })
      .catch((error: unknown) => this.#failed(error, response))
  }

  /** Each answer is handed out once: a second request for it is told to send the call again. */
  #hand(ticket: Ticket, json: string, response: ServerResponse): void {
    if (this.#tickets.get(ticket.id) === undefined)
      return sendProblem(response, problemOf('not-found', 'The answer was handed out before; send the call again.'))
    this.#tickets.done(ticket)
    sendJson(response, json)
  }

  #failed(error: unknown, response: ServerResponse): void {
    const problem = describe(error)
    if (problem.status >= 500) this.#deps.onFailure(error)
    sendProblem(response, problem)
  }

  #pending(ticket: Ticket, response: ServerResponse): void {
    sendJson(response, JSON.stringify({ pending: ticket.id }))
  }
}

function stopping(): HttpProblem {
  return new HttpProblem('stopping', 'The server is stopping; send the call again, here or to another one.')
}
