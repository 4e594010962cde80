/** A request as the snippet generators see it. */
export interface SnippetRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

const KEY_VARIABLE = 'BILLHOOK_API_KEY';

/** The headers that a person has to write, without the key. */
function plainHeaders(headers: SnippetRequest['headers']): [name: string, value: string][] {
  return Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'authorization' && name !== 'accept');
}

const isAuthorized = (headers: SnippetRequest['headers']) =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');

const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Indents all lines but the first. */
const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

function pretty(body: string): { readonly json: string | undefined } {
  try {
    return { json: JSON.stringify(JSON.parse(body), null, 2) };
  } catch {
    return { json: undefined };
  }
}

/** A curl command that reads the key from the environment. */
export function curlSnippet({ url, method, headers, body }: SnippetRequest): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${inShell(url)}`];
  if (isAuthorized(headers)) lines.push(`-H "Authorization: Bearer $${KEY_VARIABLE}"`);
  for (const [name, value] of plainHeaders(headers)) lines.push(`-H ${inShell(`${name}: ${value}`)}`);
  if (body) lines.push(`-d ${inShell(pretty(body).json ?? body)}`);
  return lines.join(' \\\n  ');
}

/** TypeScript for Node 18 and later: the global `fetch`, no package. */
export function typescriptSnippet({ url, method, headers, body }: SnippetRequest): string {
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
    `const response = await fetch(${JSON.stringify(url)}${argument});`,
    'const answer = await response.json();',
    'if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`);',
    'console.log(answer);',
  ].join('\n');
}

/** Python 3 with only its standard library. */
export function pythonSnippet({ url, method, headers, body }: SnippetRequest): string {
  const head = plainHeaders(headers).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  if (isAuthorized(headers)) head.unshift(`        "authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",`);
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    ...(method === 'GET' ? [] : [`    method=${JSON.stringify(method)},`]),
    ...(head.length > 0 ? ['    headers={', ...head, '    },'] : []),
    // The text of the body, not a dict: JSON and Python disagree on true, false and null.
    ...(body ? [`    data=${pythonText(pretty(body).json ?? body)}.encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');
}

/** A triple-quoted literal if it can contain the text, otherwise an escaped one. Python understands JSON escapes. */
function pythonText(text: string): string {
  return text.includes('"""') || text.includes('\\') || text.endsWith('"') ? JSON.stringify(text) : `"""${text}"""`;
}
