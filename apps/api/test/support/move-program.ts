import { moveCell } from '@billhook/installation/cells/move-cell';

/* Moves cell 1 as a process that a spec can kill. Its arguments are the addresses of the directory, of the target, and of the source. */

const [directoryUrl = '', toUrl = '', sourceUrl] = process.argv.slice(2);
const report = (line: string): void => void process.stdout.write(`${line}\n`);
await moveCell({ directoryUrl, cell: 1, toUrl, sourceUrl, report, settleMs: 0 });
