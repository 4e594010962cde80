import { runOnDatabase } from './lib/on-database.ts';
import { fail } from './lib/say.mjs';
import { runningAddress, startDefaults } from './lib/settings.ts';

/*
 * `npm run admin -- password-link --email ada@example.com`: commands for the operator of the installation. Without a command it lists
 * them.
 */
runOnDatabase('apps/api/dist/admin.js', () => ({ ...startDefaults(), ...runningAddress() })).catch(fail);
