import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { curlCommand } from './curl-command.js';

const request = (headers: Record<string, string> | null) => ({
  ...{ url: "https://a.example/it's?a=1&b=$HOME", headers, payload: 'Full' as const, signatureBase: null },
});

/** What a shell passes to curl. */
function argumentsOf(command: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { env, stdio: 'pipe' }).toString().split('\0').slice(0, -1);
}

describe('an attempt as a curl command', () => {
  it('sends exactly the stored request, whatever is in it', () => {
    const body = `{"name":"O'Neil \\"$(id)\\" \`id\` é","lines":["a\\n"]}`;
    const command = curlCommand(request({ host: 'a.example', 'content-length': '9', 'webhook-id': 'msg_1' }), body);
    expect(argumentsOf(command)).toEqual([
      ...['-i', '-X', 'POST', "https://a.example/it's?a=1&b=$HOME", '-H', 'webhook-id: msg_1', '--data-binary', body],
    ]);
  });

  it('reads the value of a custom header from a variable, and stops without it', () => {
    const command = curlCommand(request({ 'x-api-key': '••••' }), '{}');
    expect(argumentsOf(command, { X_API_KEY: 'a b' })).toContain('x-api-key: a b');
    expect(() => argumentsOf(command)).toThrow(/X_API_KEY/);
  });

  it('sends JSON from standard input where nothing is stored', () => {
    expect(argumentsOf(curlCommand(request(null), null))).toEqual(
      expect.arrayContaining(['content-type: application/json', '@-']),
    );
  });
});
