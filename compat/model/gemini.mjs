/** Part of the scripted model: Gemini's generateContent. */

import { data } from './sse.mjs'

const results = ({ parts = [] }) => parts.filter((part) => part.functionResponse !== undefined)

export const gemini = {
  name: 'gemini',
  serves: (path) => path.includes(':generateContent') || path.includes(':streamGenerateContent'),
  turnOf: ({ contents }) => contents.filter((content) => results(content).length > 0).length,
  toolsOf: ({ tools = [] }) => tools.flatMap((tool) => (tool.functionDeclarations ?? []).map(({ name }) => name)),
  resultsOf: ({ contents }) =>
    contents.flatMap(results).map(({ functionResponse: { id, response } }) => ({
      id,
      failed: response?.error !== undefined,
      text: response?.output ?? response?.error ?? JSON.stringify(response),
    })),

  whole: (said) => ({
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: said.map(partOf) } }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'fake-model',
  }),

  *events(said) {
    yield data(gemini.whole(said))
  },
}

function partOf({ text, tool, input }) {
  return tool === undefined ? { text } : { functionCall: { name: tool, args: input ?? {} } }
}
