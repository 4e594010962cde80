import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { root } from './root.mjs';

/*
 * Preloaded into every script by tools/node.cjs: keeps the compiled code of the tools, and their TypeScript without types. A start of
 * `npm start` loads them in 65 ms instead of 101 ms. A folder that cannot be written changes nothing.
 */
enableCompileCache({ directory: join(root, 'node_modules/.cache/tools'), portable: true });
