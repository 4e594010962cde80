#!/usr/bin/env node
import { basename } from 'node:path';

/*
 * The entry point of the image: `billhook-server api`, `billhook-server migrate`, `billhook-server admin …`. The program runs in this
 * process, so that it receives the signals of the container.
 */
const API = 'apps/api/dist';
const ROLES = {
  api: [`${API}/bundle/main.js`],
  worker: ['apps/worker/dist/bundle/main.js'],
  migrate: [`${API}/migrate.js`],
  admin: [`${API}/admin.js`],
  doctor: [`${API}/admin.js`, 'doctor'],
  cells: [`${API}/admin.js`, 'cells'],
  'audit-verify': [`${API}/audit-verify.js`],
  backup: [`${API}/backup.js`],
};

const [role, ...args] = process.argv.slice(2);
// The name of 0.1, which is the command line of the TypeScript client everywhere else.
if (basename(process.argv[1]) === 'billhook')
  stop(`In the image, billhook is now billhook-server: run billhook-server ${role ?? 'api'}.`);
if (!Object.hasOwn(ROLES, role ?? '')) stop(`Give a role: ${Object.keys(ROLES).join(', ')}.`);

const [program, ...first] = ROLES[role];
const file = new URL(program, import.meta.url);
process.argv = [process.argv[0], file.pathname, ...first, ...args];
process.setSourceMapsEnabled(true);
await import(file.href);

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
