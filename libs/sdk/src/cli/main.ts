#!/usr/bin/env node
import { useProxies } from './proxy-settings.js';
import { run } from './run.js';
import { SettingsFile } from './settings-file.js';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(new DOMException('The command was interrupted.', 'AbortError')));
}
const { argv, env, stdin, stdout, stderr } = process;

// The reader of the output has ended, such as `head`.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

/** The addresses that a command may call: those of --url, the environment and the profiles. */
function urls(): string[] {
  const given = argv.map((word, n) => (word === '--url' ? (argv[n + 1] ?? '') : word.replace(/^--url=/, '')));
  try {
    const stored = Object.values(new SettingsFile(env).read().profiles).map(({ url }) => url);
    return [...given, env['BILLHOOK_URL'] ?? '', ...stored];
  } catch {
    // The command itself reports a file that it cannot read.
    return given;
  }
}

const warning = useProxies(env, urls());
if (warning !== undefined) stderr.write(`Warning: ${warning}\n`);

const code = await run(argv.slice(2), { env, stdin, stdout, stderr, signal: stop.signal });
// Piped output is written first; an open connection or a waiting stdin must not keep the process.
stdout.write('', () => stderr.write('', () => process.exit(code)));
