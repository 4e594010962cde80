import { PROBLEMS } from '@billhook/domain/shared/problems';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { InnerResponse } from './inner-requests.service.js';
import type { ToolRequest } from './tool-call.rules.js';
import type { OperationTool } from './tool-list.rules.js';
import { trimmed } from './trim-result.rules.js';
import { withoutLinks } from './without-links.rules.js';

/** The result of a call: the shortened response of /v1, with notes as text. */
export function resultOf(tool: OperationTool, request: ToolRequest, response: InnerResponse): CallToolResult {
  if (response.status >= 400) return errorResultOf(response.body);
  const isRecords = tool.places.query.includes('updatedSince');
  const { value, notes: cuts } = trimmed(response.body ?? {}, { getTool: tool.getTool, isRecords });
  const notes = [...statusNotes(tool, request, response), ...cuts];
  if (cuts.length > 0 && tool.getTool === undefined && request.method === 'GET') {
    notes.push(`The API returns everything: GET ${String(withoutLinks(request.url))}.`);
  }
  const content = [...notes, ...(response.body === undefined ? [] : [JSON.stringify(value)])];
  return {
    content: content.map((text) => ({ type: 'text', text })),
    structuredContent: {
      ...(tool.places.writes ? { dryRun: request.isDryRun } : {}),
      ...(notes.length > 0 ? { notes } : {}),
      ...(response.body === undefined ? {} : { result: value }),
    },
  };
}

function statusNotes(tool: OperationTool, { isDryRun }: ToolRequest, { headers, body }: InnerResponse): string[] {
  if (!tool.places.writes) return [];
  if (isDryRun) {
    return [
      `Dry run: nothing was written and nothing was sent. ${body === undefined ? 'The call would succeed.' : 'This is what the call would return; ids and numbers can differ.'} To perform it, call ${tool.listed.name} with the same arguments and confirm: true.`,
    ];
  }
  if (headers['idempotent-replayed'] === 'true') {
    return [
      'This call was already performed. This is its stored response, and nothing was written again. To perform it once more, pass a new idempotencyKey.',
    ];
  }
  return [body === undefined ? 'Done.' : 'Done. This is the result.'];
}

/** The result of a tool that is not an operation. */
export function plainResultOf(value: Readonly<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { result: value } };
}

/** An error that a model can act on: what is wrong, where, and what to do next. */
export function errorResultOf(problem: unknown): CallToolResult {
  const text = problemText(problem);
  const isObject = typeof problem === 'object' && problem !== null;
  return {
    isError: true,
    content: [{ type: 'text', text }],
    ...(isObject ? { structuredContent: { problem } } : {}),
  };
}

/** A problem document as lines of text. */
export function problemText(problem: unknown): string {
  if (typeof problem !== 'object' || problem === null)
    return 'The call failed without an explanation. Try again later.';
  const { title, detail, code, errors, fixUrl, requestId, status, retryAfter } = problem as Record<string, unknown>;
  const advice = Object.entries(PROBLEMS).find(([name]) => name === code)?.[1].advice;
  const fieldErrors = Array.isArray(errors) ? (errors as Record<string, unknown>[]) : [];
  const lines = [
    `${textOf(title)} (${textOf(code)}, ${textOf(status)}).`,
    textOf(detail),
    ...fieldErrors.map(({ pointer, parameter, message }) => `- ${textOf(parameter ?? pointer)}: ${textOf(message)}`),
    advice !== undefined && advice !== detail ? `What to do: ${advice}` : '',
    fixUrl === undefined ? '' : `A person can fix this at ${textOf(fixUrl)}`,
    retryAfter === undefined ? '' : `Wait ${textOf(retryAfter)} seconds before the next call.`,
    requestId === undefined ? '' : `Request id: ${textOf(requestId)}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
