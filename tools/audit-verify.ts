import { runOnDatabase } from './lib/on-database.ts';
import { fail } from './lib/say.mjs';
import { startDefaults } from './lib/settings.ts';

/* `npm run audit-verify`: verifies the audit log and the document chain of every company. `-- --company 7`, `-- --expect HASH`, `-- --checkpoint FILE`. */
runOnDatabase('apps/api/dist/audit-verify.js', startDefaults).catch(fail);
