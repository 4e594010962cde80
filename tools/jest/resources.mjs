import { register } from 'node:module';

// Jest imports its set-ups as they are and does not transform what they import.
register('../lib/source-loader.mjs', import.meta.url);

const resources = [];

/** Keeps what runs for the specs, `{ stop }`, until the tear-down or until Jest is interrupted. */
export function keepUntilTearDown(resource) {
  resources.push(resource);
  if (resources.length > 1) return;
  // Jest tears nothing down when it is interrupted.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}

/** Stops everything that was kept; a second call finds nothing. The database server goes on while another run uses it. */
export async function stopAll() {
  const results = await Promise.allSettled(resources.splice(0).map((resource) => resource.stop()));
  for (const { reason } of results) if (reason) throw reason;
}
