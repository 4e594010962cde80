import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/lib/root.mjs';

const FILE = join(root, 'docs/reliability.md');

/** The sections that runs write, in order, by the name of the scenario. */
const TITLES = {
  kill: 'Killed processes',
  redis: 'Redis',
  postgres: 'PostgreSQL and the network to it',
  disk: 'A full disk',
  'slow-disk': 'A slow disk',
  memory: 'No memory',
  skew: 'Clocks',
  dead: 'A receiver that never responds',
  stop: 'SIGTERM',
  restore: 'Backup and restore',
  failover: 'A standby takes over',
  copy: 'An exact copy',
  'copy-load': 'A copy of 200,000 records',
  egress: 'Name servers with false addresses',
  soak: 'An hour of mixed load',
  'soak-full': 'An hour at 70 % of the highest rate',
  'soak-many': 'Ten minutes with 300 endpoints and 1,000 keys',
};

/** Puts a section in its place. The text before the first section is written by hand, and everything else remains unchanged. */
export function withSection(document, name, text) {
  const [preface, ...parts] = document.split(/^(?=## )/m);
  const titleOf = (part) => part.slice(3, part.indexOf('\n'));
  const measured = new Map(parts.map((part) => [titleOf(part), part.trimEnd()]));
  const title = TITLES[name];
  measured.set(title, `## ${title}\n\n${text.trimEnd()}`);
  const known = Object.values(TITLES);
  const written = parts.map(titleOf).filter((each) => !known.includes(each));
  const order = [...written, ...known.filter((each) => measured.has(each))];
  return `${[preface.trimEnd(), ...order.map((each) => measured.get(each))].join('\n\n')}\n`;
}

/** Writes the result of a run to docs/reliability.md. @param how the circumstances, as the end of a sentence */
export function record(name, text, how, command = `npm run chaos -- ${name}`) {
  const processors = `${cpus().length} × ${cpus()[0]?.model.trim()}`;
  const run = `\`${command}\` on ${processors}, Node ${process.versions.node}, ${how}.`;
  const document = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Reliability\n';
  writeFileSync(FILE, withSection(document, name, `${run}\n\n${text}`));
}
