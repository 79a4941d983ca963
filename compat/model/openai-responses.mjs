/** Part of the scripted model: OpenAI's Responses, with function calls, namespaces and free-form tools. */

import { event, newId, textOf } from './sse.mjs'

const isResult = ({ type }) => type === 'function_call_output' || type === 'custom_tool_call_output'

export const openaiResponses = {
  name: 'openai-responses',
  serves: (path) => path.endsWith('/responses'),
  turnOf: ({ input }) => (Array.isArray(input) ? input.filter((item, at) => beginsRound(input, at)).length : 0),
  toolsOf: ({ tools = [] }) => tools.flatMap((tool) => tool.name ?? tool.type),
  resultsOf: ({ input }) =>
    (Array.isArray(input) ? input : [])
      .filter(isResult)
      .map(({ call_id: id, output }) => ({ id, failed: undefined, text: textOf(output) })),

  whole: (said, { model }) => ({ ...envelope(model), status: 'completed', output: said.map(itemOf), usage: USAGE }),

  *events(said, { model }) {
    const response = envelope(model)
    yield event('response.created', {
      type: 'response.created',
      response: { ...response, status: 'in_progress', output: [] },
    })
    const output = said.map(itemOf)
    for (const [index, item] of output.entries()) {
      const place = { output_index: index, item_id: item.id }
      yield event('response.output_item.added', {
        type: 'response.output_item.added',
        output_index: index,
        item: { ...item, status: 'in_progress', ...(item.type === 'message' && { content: [] }) },
      })
      if (item.type === 'message') {
        const delta = item.content[0].text
        yield event('response.output_text.delta', {
          type: 'response.output_text.delta',
          ...place,
          content_index: 0,
          delta,
        })
      }
      if (item.type === 'function_call')
        yield event('response.function_call_arguments.done', {
          type: 'response.function_call_arguments.done',
          ...place,
          name: item.name,
          arguments: item.arguments,
        })
      yield event('response.output_item.done', { type: 'response.output_item.done', output_index: index, item })
    }
    yield event('response.completed', {
      type: 'response.completed',
      response: { ...response, status: 'completed', output, usage: USAGE },
    })
  },
}

const USAGE = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
}

function beginsRound(input, at) {
  return isResult(input[at]) && (at === 0 || !isResult(input[at - 1]))
}

function envelope(model) {
  return { id: newId('resp'), object: 'response', created_at: 1_700_000_000, model, error: null, tools: [] }
}

function itemOf({ text, tool, custom, namespace, input }) {
  if (custom !== undefined)
    return {
      type: 'custom_tool_call',
      id: newId('ctc'),
      call_id: newId('call'),
      name: custom,
      input,
      status: 'completed',
    }
  if (tool === undefined)
    return {
      type: 'message',
      id: newId('msg'),
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    }
  return {
    type: 'function_call',
    id: newId('fc'),
    call_id: newId('call'),
    name: tool,
    ...(namespace && { namespace }),
    arguments: JSON.stringify(input ?? {}),
    status: 'completed',
  }
}
