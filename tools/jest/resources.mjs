// Jest imports its set-ups without transforming their imports.
import '../lib/register-sources.mjs';

const resources = [];

/** Keeps resources `{ stop }` of the specs until the tear-down or an interruption. */
export function keepUntilTearDown(resource) {
  resources.push(resource);
  if (resources.length > 1) return;
  // An interrupted Jest runs no tear-down.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}

/** Stops everything that was kept; a second call has no effect. The database server continues while another run uses it. */
export async function stopAll() {
  const results = await Promise.allSettled(resources.splice(0).map((resource) => resource.stop()));
  for (const { reason } of results) if (reason) throw reason;
}
