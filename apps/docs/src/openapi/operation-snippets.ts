import { goSnippet, phpSnippet, rubySnippet } from '../browser/server-snippets.js';
import { curlSnippet, type SnippetRequest } from '../browser/snippets.js';
import { exampleRequest, type ApiOperation } from './api-operations.js';
import { pythonMethod, pythonSdkSnippet } from './python-sdk-snippet.js';
import { sdkMethod, sdkSnippet } from './sdk-snippet.js';

/** The origin of the snippets, which the browser replaces with the page's origin. */
export const SNIPPET_ORIGIN = 'http://localhost:3000';

export interface OperationSnippet {
  readonly language: string;
  /** The name of the grammar that highlights it. */
  readonly fence: string;
  readonly extension: string;
  readonly text: string;
}

/** The example request of an operation, as it goes over the wire. */
export function snippetRequest(operation: ApiOperation): SnippetRequest {
  const { path, query } = exampleRequest(operation);
  const pairs = query.flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`),
  );
  const { body, guarded, method, success } = operation;
  const text = body?.example === undefined ? undefined : JSON.stringify(body.example);
  return {
    url: `${SNIPPET_ORIGIN}${[path, ...(pairs.length > 0 ? [pairs.join('&')] : [])].join('?')}`,
    method,
    headers: {
      ...(guarded && { Authorization: 'Bearer' }),
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: text,
    result: success.kind,
    fileName: success.file?.name,
  };
}

/** The methods of the clients for the search, without those that are the id of the operation. */
export function methodNames(operation: ApiOperation): string[] {
  const methods = [sdkMethod(operation), pythonMethod(operation)];
  const parts = methods.map((each) => each.split('.').at(-1) ?? '').filter((part) => /[A-Z_]/.test(part));
  const id = operation.id.toLowerCase();
  return [...new Set([...methods.filter((each) => each.toLowerCase() !== id), ...parts])];
}

/** The example request of an operation in six languages. */
export function snippetsOf(operation: ApiOperation): OperationSnippet[] {
  const request = snippetRequest(operation);
  return [
    { language: 'curl', fence: 'bash', extension: 'sh', text: curlSnippet(request) },
    { language: 'TypeScript', fence: 'typescript', extension: 'ts', text: sdkSnippet(operation, SNIPPET_ORIGIN) },
    { language: 'Python', fence: 'python', extension: 'py', text: pythonSdkSnippet(operation, SNIPPET_ORIGIN) },
    { language: 'Go', fence: 'go', extension: 'go', text: goSnippet(request) },
    { language: 'PHP', fence: 'php', extension: 'php', text: phpSnippet(request) },
    { language: 'Ruby', fence: 'ruby', extension: 'rb', text: rubySnippet(request) },
  ];
}
