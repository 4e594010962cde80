#!/usr/bin/env node
import { run } from './run.js';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(new DOMException('The command was interrupted.', 'AbortError')));
}
const { argv, env, stdin, stdout, stderr } = process;

// The reader of the output has ended, such as `head`.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

const code = await run(argv.slice(2), { env, stdin, stdout, stderr, signal: stop.signal });
// Piped output is written first; an open connection or a waiting stdin must not keep the process.
stdout.write('', () => stderr.write('', () => process.exit(code)));
