import { runOnDatabase } from './lib/on-database.mjs';
import { fail } from './lib/say.mjs';

/* `npm run audit-verify`: the chain of the audit log of every company. `-- --company 7`, `-- --expect HASH`. */
runOnDatabase('apps/api/dist/audit-verify.js').catch(fail);
