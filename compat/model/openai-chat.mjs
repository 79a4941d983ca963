/** Part of the scripted model: OpenAI's Chat Completions. */

import { data, newId, textOf } from './sse.mjs'

/** A round of results begins where a tool's message follows another kind of message. */
const beginsRound = (messages, at) => messages[at].role === 'tool' && messages[at - 1]?.role !== 'tool'

export const openaiChat = {
  name: 'openai-chat',
  serves: (path) => path.endsWith('/chat/completions'),
  turnOf: ({ messages }) => messages.filter((_, at) => beginsRound(messages, at)).length,
  toolsOf: ({ tools = [] }) => tools.map((tool) => tool.function?.name ?? tool.custom?.name ?? tool.name),
  resultsOf: ({ messages }) =>
    messages
      .filter(({ role }) => role === 'tool')
      .map(({ tool_call_id: id, content }) => ({ id, failed: undefined, text: textOf(content) })),

  whole: (said, { model }) => ({
    ...envelope('chat.completion', model),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: textIn(said), ...(callsIn(said) && { tool_calls: callsIn(said) }) },
        finish_reason: finishOf(said),
        logprobs: null,
      },
    ],
    usage: USAGE,
  }),

  *events(said, { model }) {
    const chunk = envelope('chat.completion.chunk', model)
    const send = (delta, finish = null) =>
      data({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }] })
    yield send({ role: 'assistant', content: textIn(said) ?? '' })
    for (const [index, call] of (callsIn(said) ?? []).entries()) yield send({ tool_calls: [{ index, ...call }] })
    yield send({}, finishOf(said))
    yield data({ ...chunk, choices: [], usage: USAGE })
    yield data('[DONE]')
  },
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

function envelope(object, model) {
  return { id: newId('chatcmpl'), object, created: 1_700_000_000, model }
}

function textIn(said) {
  const texts = said.filter(({ text }) => text !== undefined).map(({ text }) => text)
  return texts.length === 0 ? null : texts.join('\n')
}

function callsIn(said) {
  const calls = said
    .filter(({ tool }) => tool !== undefined)
    .map(({ tool, input, id = newId('call') }) => ({
      id,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input ?? {}) },
    }))
  return calls.length === 0 ? undefined : calls
}

function finishOf(said) {
  return callsIn(said) === undefined ? 'stop' : 'tool_calls'
}
