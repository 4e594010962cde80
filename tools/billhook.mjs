#!/usr/bin/env node
/*
 * The entry point of the image: `billhook api`, `billhook worker`, `billhook migrate`, `billhook admin …`. The program runs in this
 * process, so that it receives the signals of the container.
 */
const ROLES = {
  api: 'apps/api/dist/bundle/main.js',
  worker: 'apps/worker/dist/bundle/main.js',
  migrate: 'apps/api/dist/migrate.js',
  admin: 'apps/api/dist/admin.js',
  'audit-verify': 'apps/api/dist/audit-verify.js',
};

const [role, ...args] = process.argv.slice(2);
const program = Object.hasOwn(ROLES, role ?? '') ? ROLES[role] : undefined;
if (program === undefined) {
  process.stderr.write(`Give a role: ${Object.keys(ROLES).join(', ')}.\n`);
  process.exit(2);
}
const file = new URL(program, import.meta.url);
process.argv = [process.argv[0], file.pathname, ...args];
process.setSourceMapsEnabled(true);
await import(file.href);
