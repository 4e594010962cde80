/** What the response contains: JSON, a file, an endless stream, or nothing. */
export type SnippetResult = 'json' | 'file' | 'stream' | 'none';

/** A request as the snippet generators see it. */
export interface SnippetRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** `json` by default. */
  readonly result?: SnippetResult | undefined;
  /** The name under which a file is saved. */
  readonly fileName?: string | undefined;
}

export const KEY_VARIABLE = 'BILLHOOK_API_KEY';

export const ANY_FILE = 'document';

/** The headers that a person has to write, without the key. */
export function plainHeaders(headers: SnippetRequest['headers']): [name: string, value: string][] {
  return Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'authorization' && name !== 'accept');
}

export const isAuthorized = (headers: SnippetRequest['headers']) =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');

const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Indents all lines but the first. */
export const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

/** The body as formatted JSON, if it is JSON. */
export function pretty(body: string): { readonly json: string | undefined } {
  try {
    return { json: JSON.stringify(JSON.parse(body), null, 2) };
  } catch {
    return { json: undefined };
  }
}

const CURL_OPTIONS: Readonly<Record<SnippetResult, (fileName: string) => string>> = {
  json: () => '',
  none: () => '',
  file: (fileName) => ` -f -o ${fileName}`,
  stream: () => ' -N',
};

/** A curl command that reads the key from the environment. */
export function curlSnippet(request: SnippetRequest): string {
  const { url, method, headers, body, result = 'json', fileName = ANY_FILE } = request;
  const lines = [`curl${CURL_OPTIONS[result](fileName)}${method === 'GET' ? '' : ` -X ${method}`} ${inShell(url)}`];
  if (isAuthorized(headers)) lines.push(`-H "Authorization: Bearer $${KEY_VARIABLE}"`);
  for (const [name, value] of plainHeaders(headers)) lines.push(`-H ${inShell(`${name}: ${value}`)}`);
  if (body) lines.push(`-d ${inShell(pretty(body).json ?? body)}`);
  return lines.join(' \\\n  ');
}

const FETCH_RESULTS: Readonly<Record<SnippetResult, (fileName: string) => readonly string[]>> = {
  json: () => [
    'const result = await response.json();',
    'if (!response.ok) throw new Error(`${result.code}: ${result.detail}`);',
    'console.log(result);',
  ],
  none: () => ['if (!response.ok) throw new Error(await response.text());', 'console.log(response.status);'],
  file: (fileName) => [
    'if (!response.ok) throw new Error(await response.text());',
    `await writeFile(${JSON.stringify(fileName)}, new Uint8Array(await response.arrayBuffer()));`,
  ],
  stream: () => [
    'if (!response.ok) throw new Error(await response.text());',
    'for await (const part of response.body.pipeThrough(new TextDecoderStream())) console.log(part);',
  ],
};

/** TypeScript for Node 18 and later: the global `fetch`, no package. */
export function fetchSnippet(request: SnippetRequest): string {
  const { url, method, headers, body, result = 'json', fileName = ANY_FILE } = request;
  const head = plainHeaders(headers).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  if (isAuthorized(headers)) head.unshift(`    authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`);
  const json = body ? pretty(body).json : undefined;
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(head.length > 0 ? ['  headers: {', ...head, '  },'] : []),
    ...(body ? [`  body: ${json ? `JSON.stringify(${indent(json, '  ')})` : JSON.stringify(body)},`] : []),
  ];
  const argument = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return [
    ...(result === 'file' ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
    `const response = await fetch(${JSON.stringify(url)}${argument});`,
    ...FETCH_RESULTS[result](fileName),
  ].join('\n');
}

const PYTHON_RESULTS: Readonly<Record<SnippetResult, (fileName: string) => readonly string[]>> = {
  json: () => ['    print(json.load(response))'],
  none: () => ['    print(response.status)'],
  file: (fileName) => [
    `    with open(${JSON.stringify(fileName)}, "wb") as file:`,
    '        file.write(response.read())',
  ],
  stream: () => ['    for line in response:', '        print(line.decode(), end="")'],
};

/** Python 3 with only its standard library. */
export function pythonSnippet(request: SnippetRequest): string {
  const { url, method, headers, body, result = 'json', fileName = ANY_FILE } = request;
  const head = plainHeaders(headers).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  if (isAuthorized(headers)) head.unshift(`        "authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",`);
  const modules = [...(result === 'json' ? ['json'] : []), ...(isAuthorized(headers) ? ['os'] : []), 'urllib.request'];
  return [
    ...modules.map((name) => `import ${name}`),
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    ...(method === 'GET' ? [] : [`    method=${JSON.stringify(method)},`]),
    ...(head.length > 0 ? ['    headers={', ...head, '    },'] : []),
    // The text of the body, not a dict: JSON and Python disagree on true, false and null.
    ...(body ? [`    data=${pythonText(pretty(body).json ?? body)}.encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...PYTHON_RESULTS[result](fileName),
  ].join('\n');
}

/** A triple-quoted literal if it can contain the text, otherwise an escaped one. Python understands JSON escapes. */
function pythonText(text: string): string {
  return text.includes('"""') || text.includes('\\') || text.endsWith('"') ? JSON.stringify(text) : `"""${text}"""`;
}
