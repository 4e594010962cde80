import { join } from 'node:path';
import { runOnDatabase } from './lib/on-database.ts';
import { fail } from './lib/say.mjs';
import { dataDir } from './lib/settings.ts';

/* `npm run backup`: copies the database into a new folder while it is used. `-- --to /backups/monday` names the folder. */
if (!process.argv.some((word) => word.split('=')[0] === '--to')) {
  process.argv.push('--to', join(dataDir, 'backups', new Date().toISOString().replace(/[:.]/g, '-')));
}
runOnDatabase('apps/api/dist/backup.js').catch(fail);
