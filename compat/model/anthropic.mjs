/** Part of the scripted model: Anthropic's Messages. */

import { event, newId, textOf } from './sse.mjs'

const results = (message) =>
  message.role === 'user' && Array.isArray(message.content)
    ? message.content.filter(({ type }) => type === 'tool_result')
    : []

export const anthropic = {
  name: 'anthropic',
  serves: (path) => path.endsWith('/v1/messages'),
  turnOf: ({ messages }) => messages.filter((message) => results(message).length > 0).length,
  toolsOf: ({ tools = [] }) => tools.map(({ name }) => name),
  resultsOf: ({ messages }) =>
    messages.flatMap(results).map(({ tool_use_id: id, is_error: failed = false, content }) => ({
      id,
      failed,
      text: textOf(content),
    })),

  whole: (said, { model }) => ({
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: said.map(blockOf),
    stop_reason: stopOf(said),
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),

  *events(said, { model }) {
    const message = { id: newId('msg'), type: 'message', role: 'assistant', model, content: [] }
    const usage = { input_tokens: 1, output_tokens: 1 }
    yield event('message_start', {
      type: 'message_start',
      message: { ...message, stop_reason: null, stop_sequence: null, usage },
    })
    for (const [index, saying] of said.entries()) {
      const block = blockOf(saying)
      const empty = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
      const delta =
        block.type === 'text'
          ? { type: 'text_delta', text: block.text }
          : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
      yield event('content_block_start', { type: 'content_block_start', index, content_block: empty })
      yield event('content_block_delta', { type: 'content_block_delta', index, delta })
      yield event('content_block_stop', { type: 'content_block_stop', index })
    }
    yield event('message_delta', {
      type: 'message_delta',
      delta: { stop_reason: stopOf(said), stop_sequence: null },
      usage: { output_tokens: 1 },
    })
    yield event('message_stop', { type: 'message_stop' })
  },
}

function blockOf({ text, tool, input, id = newId('toolu') }) {
  return tool === undefined ? { type: 'text', text } : { type: 'tool_use', id, name: tool, input: input ?? {} }
}

function stopOf(said) {
  return said.some(({ tool }) => tool !== undefined) ? 'tool_use' : 'end_turn'
}
