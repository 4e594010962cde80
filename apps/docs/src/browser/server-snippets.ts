import {
  ANY_FILE,
  indent,
  isAuthorized,
  KEY_VARIABLE,
  plainHeaders,
  pretty,
  type SnippetRequest,
  type SnippetResult,
} from './snippets.js';

/** A name of a header as documentation writes it: `Content-Type`. */
const headerName = (name: string) => name.replace(/(^|-)(\w)/g, (part) => part.toUpperCase());

const bodyText = (body: string): string => pretty(body).json ?? body;

const GO_RESULT: readonly string[] = [
  '\tfmt.Println(response.Status)',
  '\tif _, err := io.Copy(os.Stdout, response.Body); err != nil {',
  '\t\tpanic(err)',
  '\t}',
];
const goFile = (fileName: string): readonly string[] => [
  `\tfile, err := os.Create(${JSON.stringify(fileName)})`,
  '\tif err != nil {',
  '\t\tpanic(err)',
  '\t}',
  '\tdefer file.Close()',
  '\tif _, err := io.Copy(file, response.Body); err != nil {',
  '\t\tpanic(err)',
  '\t}',
];

/** A Go program with only its standard library. */
export function goSnippet(given: SnippetRequest): string {
  const { url, method, headers, body, result = 'json', fileName = ANY_FILE } = given;
  const text = body && bodyText(body);
  const literal = text && (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);
  const packages = [...(result === 'file' ? [] : ['fmt']), 'io', 'log', 'net/http', 'os', ...(text ? ['strings'] : [])];
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(literal ? [`\tbody := strings.NewReader(${literal})`] : []),
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${literal ? 'body' : 'nil'})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...(isAuthorized(headers) ? [`\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${KEY_VARIABLE}"))`] : []),
    ...plainHeaders(headers).map(
      ([name, value]) => `\trequest.Header.Set("${headerName(name)}", ${JSON.stringify(value)})`,
    ),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tif response.StatusCode >= 400 {',
    '\t\tproblem, _ := io.ReadAll(response.Body)',
    '\t\tlog.Fatal(response.Status, "\\n", string(problem))',
    '\t}',
    ...(result === 'file' ? goFile(fileName) : GO_RESULT),
    '}',
  ].join('\n');
}

/** A literal in single quotes, as PHP and Ruby read it. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;

const PHP_RESULTS: Readonly<Record<SnippetResult, (fileName: string) => string>> = {
  json: () => 'echo curl_getinfo($curl, CURLINFO_HTTP_CODE), "\\n", $response, "\\n";',
  none: () => 'echo curl_getinfo($curl, CURLINFO_HTTP_CODE), "\\n";',
  file: (fileName) => `file_put_contents('${fileName}', $response);`,
  stream: () => '',
};

/** PHP 7.3 or later with its curl extension. */
export function phpSnippet(given: SnippetRequest): string {
  const { url, method, headers, body, result = 'json', fileName = ANY_FILE } = given;
  const head = [
    ...(isAuthorized(headers) ? [`'Authorization: Bearer ' . getenv('${KEY_VARIABLE}'),`] : []),
    ...plainHeaders(headers).map(([name, value]) => `${quoted(`${headerName(name)}: ${value}`)},`),
  ];
  return [
    '<?php',
    '',
    `$curl = curl_init(${quoted(url)});`,
    'curl_setopt_array($curl, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    // Without it, curl prints each part of a stream as it arrives.
    ...(result === 'stream' ? [] : ['    CURLOPT_RETURNTRANSFER => true,']),
    ...(head.length > 0 ? ['    CURLOPT_HTTPHEADER => [', ...head.map((line) => `        ${line}`), '    ],'] : []),
    ...(body
      ? [`    CURLOPT_POSTFIELDS => <<<'JSON'\n        ${indent(bodyText(body), ' '.repeat(8))}\n        JSON,`]
      : []),
    ']);',
    '$response = curl_exec($curl);',
    'if ($response === false) {',
    '    throw new RuntimeException(curl_error($curl));',
    '}',
    ...(result === 'stream'
      ? []
      : ['if (curl_getinfo($curl, CURLINFO_HTTP_CODE) >= 400) {', '    throw new RuntimeException($response);', '}']),
    ...[PHP_RESULTS[result](fileName)].filter(Boolean),
  ].join('\n');
}

const RUBY_RESULTS: Readonly<Record<SnippetResult, (fileName: string) => string>> = {
  json: () => 'puts response.code, response.body',
  none: () => 'puts response.code',
  file: (fileName) => `File.binwrite("${fileName}", response.body)`,
  stream: () => '',
};

/** Ruby with only its standard library. */
export function rubySnippet(given: SnippetRequest): string {
  const { url, method, headers, body, result = 'json', fileName = ANY_FILE } = given;
  const connection = 'Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https")';
  const type = method.charAt(0) + method.slice(1).toLowerCase();
  return [
    'require "net/http"',
    '',
    `uri = URI(${quoted(url)})`,
    `request = Net::HTTP::${type}.new(uri)`,
    ...(isAuthorized(headers) ? [`request["Authorization"] = "Bearer #{ENV.fetch("${KEY_VARIABLE}")}"`] : []),
    ...plainHeaders(headers).map(([name, value]) => `request["${headerName(name)}"] = ${quoted(value)}`),
    ...(body ? [`request.body = <<~'JSON'\n  ${indent(bodyText(body), '  ')}\nJSON`] : []),
    ...(result === 'stream'
      ? [
          `${connection} do |http|`,
          '  http.request(request) { |response| response.read_body { |part| print part } }',
          'end',
        ]
      : [
          `response = ${connection} { |http| http.request(request) }`,
          'raise response.body unless response.is_a?(Net::HTTPSuccess)',
          RUBY_RESULTS[result](fileName),
        ]),
  ].join('\n');
}
