// The tools that chat agents can call, and the participant `@ctx`. Their texts are `core/toolText.ts`'s.

import vscode = require("vscode");
import { contextText, impactText, searchText } from "./core/toolText";
import type { ImpactParams, QueryParams, SearchParams } from "./protocol";
import type { Server } from "./server";

const DEPTH = 2; // steps of impact, unless the agent says otherwise
const RESULTS = 10;
const ASKED_BY = "VS Code chat"; // the model asks, not the user: the journal and the history keep these apart

interface ContextInput {
  readonly query: string;
  readonly maxTokens?: number;
}

export function registerTools(server: Server): vscode.Disposable[] {
  return [
    tool<SearchParams>("ctx-lsp_search", ({ query }) => `Searching for “${query}”`, async ({ query, limit = RESULTS }, token) =>
      searchText(await server.ask("ctx-lsp.search", { query, limit, askedBy: ASKED_BY }, token)),
    ),
    tool<ContextInput>("ctx-lsp_context", ({ query }) => `Gathering context for “${query}”`, async (input, token) =>
      contextText(await server.ask("ctx-lsp.query", { ...queryParams(input), askedBy: ASKED_BY }, token)),
    ),
    tool<ImpactParams>("ctx-lsp_impact", ({ symbol }) => `Finding the dependants of ${symbol ?? "it"}`, async (input, token) =>
      impactText(await server.ask("ctx-lsp.impact", { symbol: input.symbol ?? null, depth: input.depth ?? DEPTH, askedBy: ASKED_BY }, token)),
    ),
  ];
}

/** `@ctx`: the chosen model answers from a pack for the question, which the user has typed. */
export function registerParticipant(server: Server): vscode.Disposable {
  return vscode.chat.createChatParticipant("ctx-lsp.ask", async (request, _context, stream, token) => {
    stream.progress("Gathering context…");
    const pack = await server.ask("ctx-lsp.query", queryParams({ query: request.prompt }), token);
    for (const item of pack.items.filter((one) => one.role === "primary")) {
      const at = new vscode.Position(item.range.start.line, item.range.start.character);
      stream.reference(new vscode.Location(vscode.Uri.parse(item.uri), at));
    }
    const prompt = `${contextText(pack)}\n\nAnswer from this code, and say so where it is not enough:\n${request.prompt}`;
    const answer = await request.model.sendRequest([vscode.LanguageModelChatMessage.User(prompt)], {}, token);
    for await (const part of answer.text) stream.markdown(part);
  });
}

function queryParams({ query, maxTokens }: ContextInput): QueryParams {
  return { query, ...(maxTokens === undefined ? {} : { options: { maxTokens } }) };
}

function tool<Input extends object>(
  name: string,
  says: (input: Input) => string,
  answer: (input: Input, token: vscode.CancellationToken) => Promise<string>,
): vscode.Disposable {
  return vscode.lm.registerTool<Input>(name, {
    prepareInvocation: ({ input }) => ({ invocationMessage: says(input) }),
    invoke: async ({ input }, token) =>
      new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(await answer(input, token))]),
  });
}
