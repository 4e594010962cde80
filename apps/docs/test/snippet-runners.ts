import type { ProgramName } from '@billhook/testing/installed-programs';
import { transform } from '@swc/core';

/** A message with its secret. */
export interface Case {
  readonly name: string;
  readonly genuine: boolean;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const INPUT = 'cases.json';

/** The cases for a language without JSON in its library: tabs between the secret, the body in base64 and the headers. */
export const LINES = 'cases.txt';
export const lineOf = ({ secret, body, headers }: Case): string =>
  [secret, Buffer.from(body).toString('base64'), ...HEADERS.map((name) => headers[name] ?? '')].join('\t');
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** How to run a block: files beside it read the cases and print a JSON array with the id of each event or "refused". */
export interface Runner {
  readonly language: string;
  readonly file: string;
  /** The scheme of its messages. */
  readonly scheme?: 'v1a';
  /** The program that the machine must have; Node is always installed. */
  readonly needs?: ProgramName;
  /** Runs before the messages are signed: on a slow machine a compiler takes longer than a signature is accepted. */
  readonly build?: readonly string[];
  readonly command: readonly string[];
  readonly harness: Readonly<Record<string, (block: string) => string | Promise<string>>>;
}

const PYTHON = `
import sys
results = []
for case in json.load(open("${INPUT}")):
    try:
        results.append(verify(case["secret"], case["headers"], case["body"].encode())["id"])
    except ValueError:
        results.append("refused")
print(json.dumps(results))
`;

const GO = `package main

import ("encoding/json"; "fmt"; "net/http"; "os")

func main() {
	text, _ := os.ReadFile("${INPUT}")
	var cases []struct { Secret, Body string; Headers map[string]string }
	if err := json.Unmarshal(text, &cases); err != nil { panic(err) }
	results := []string{}
	for _, c := range cases {
		header := http.Header{}
		for name, value := range c.Headers { header.Set(name, value) }
		if event, err := Verify(c.Secret, header, []byte(c.Body)); err == nil { results = append(results, event.ID) } else { results = append(results, "refused") }
	}
	out, _ := json.Marshal(results)
	fmt.Println(string(out))
}
`;

const PHP = `
$results = [];
foreach (json_decode(file_get_contents('${INPUT}'), true) as $case) {
    try {
        $results[] = verify($case['secret'], $case['headers'], $case['body'])['id'];
    } catch (RuntimeException) {
        $results[] = 'refused';
    }
}
echo json_encode($results);
`;

const RUBY = `
puts JSON.generate(JSON.parse(File.read("${INPUT}")).map { |c|
  begin
    verify(c["secret"], c["headers"], c["body"])["id"]
  rescue RuntimeError
    "refused"
  end
})
`;

const JAVA = `
import java.nio.file.*;
import java.util.*;

final class Run {
    public static void main(String[] arguments) throws Exception {
        List<String> results = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("${LINES}"))) {
            String[] c = line.split("\\t", -1);
            try {
                Verify.verify(c[0], Map.of("webhook-id", c[2], "webhook-timestamp", c[3], "webhook-signature", c[4]), Base64.getDecoder().decode(c[1]));
                results.add('"' + c[2] + '"');
            } catch (SecurityException notGenuine) {
                results.add("\\"refused\\"");
            }
        }
        System.out.println(results);
    }
}
`;

const JAVAC = ['javac', '-proc:none', 'Verify.java', 'Run.java'];
// One thread that compiles less starts faster.
const RUN_JAVA = ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto', 'Run'];

const JAVASCRIPT = `
import { readFileSync } from 'node:fs';
const results = JSON.parse(readFileSync('${INPUT}', 'utf8')).map((c) => {
  try {
    return verify(c.secret, c.headers, c.body).id;
  } catch {
    return 'refused';
  }
});
console.log(JSON.stringify(results));
`;

export async function withoutTypes(block: string): Promise<string> {
  const { code } = await transform(block, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  return code;
}

export const RUNNERS: readonly Runner[] = [
  {
    language: 'TypeScript',
    file: 'verify.ts',
    command: ['node', 'run.mjs'],
    harness: { 'run.mjs': async (b) => (await withoutTypes(b)) + JAVASCRIPT },
  },
  {
    language: 'Python',
    file: 'verify.py',
    needs: 'Python',
    command: ['python3', 'run.py'],
    harness: { 'run.py': (b) => b + PYTHON },
  },
  {
    language: 'Go',
    file: 'verify.go',
    needs: 'Go',
    // With an empty cache Go compiles its standard library. Without C and optimization this takes a third less.
    build: ['go', 'build', '-tags=netgo,osusergo', '-gcflags=all=-N -l', '-ldflags=-s -w', 'verify.go', 'main.go'],
    command: ['./verify'],
    harness: { 'verify.go': (b) => b, 'main.go': () => GO },
  },
  {
    language: 'PHP',
    file: 'verify.php',
    needs: 'PHP',
    command: ['php', 'run.php'],
    harness: { 'run.php': (b) => b + PHP },
  },
  {
    language: 'Ruby',
    file: 'verify.rb',
    needs: 'Ruby',
    command: ['ruby', 'run.rb'],
    harness: { 'run.rb': (b) => b + RUBY },
  },
  {
    language: 'Java',
    file: 'Verify.java',
    needs: 'Java',
    build: JAVAC,
    command: RUN_JAVA,
    harness: { 'Verify.java': (b) => b, 'Run.java': () => JAVA },
  },
  {
    language: 'TypeScript, with a public key,',
    file: 'verify-v1a.ts',
    scheme: 'v1a',
    command: ['node', 'run.mjs'],
    harness: { 'run.mjs': async (b) => (await withoutTypes(b)) + JAVASCRIPT },
  },
  {
    language: 'Python, with a public key,',
    file: 'verify_v1a.py',
    scheme: 'v1a',
    needs: 'cryptography',
    command: ['python3', 'run.py'],
    harness: { 'run.py': (b) => b + PYTHON },
  },
  {
    language: 'Go, with a public key,',
    file: 'verify_v1a.go',
    scheme: 'v1a',
    needs: 'Go',
    // With an empty cache Go compiles its standard library. Without C and optimization this takes a third less.
    build: ['go', 'build', '-tags=netgo,osusergo', '-gcflags=all=-N -l', '-ldflags=-s -w', 'verify.go', 'main.go'],
    command: ['./verify'],
    harness: { 'verify.go': (b) => b, 'main.go': () => GO },
  },
  {
    language: 'PHP, with a public key,',
    file: 'verify_v1a.php',
    scheme: 'v1a',
    needs: 'PHP',
    command: ['php', 'run.php'],
    harness: { 'run.php': (b) => b + PHP },
  },
  {
    language: 'Ruby, with a public key,',
    file: 'verify_v1a.rb',
    scheme: 'v1a',
    needs: 'Ruby',
    command: ['ruby', 'run.rb'],
    harness: { 'run.rb': (b) => b + RUBY },
  },
  {
    language: 'Java, with a public key,',
    file: 'VerifyV1a.java',
    scheme: 'v1a',
    needs: 'Java',
    build: JAVAC,
    command: RUN_JAVA,
    harness: { 'Verify.java': (b) => b, 'Run.java': () => JAVA },
  },
];
