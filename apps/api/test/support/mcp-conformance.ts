import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SUITE = join(
  dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'))),
  'dist/index.js',
);

/**
 * The scenarios that apply: others call the tools, prompts and resources of the suite's example server, or need what this server does not
 * offer (sessions, notifications, sampling, a server on localhost without a credential).
 */
export const CONFORMANCE_SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
] as const;

export interface ConformanceRun {
  readonly code: number;
  readonly output: string;
}

/** Runs a scenario of `@modelcontextprotocol/conformance`. The suite sends no credential, so a server between the two adds it. */
export async function runConformance(apiUrl: string, secret: string, scenario: string): Promise<ConformanceRun> {
  const { hostname, port } = new URL(apiUrl);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${secret}` };
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.once('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const args = [SUITE, 'server', '--url', url, '--scenario', scenario];
    return await new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: tmpdir() }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
      );
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
