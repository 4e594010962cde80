import { register } from 'node:module';

// With `node --import` of this file a process and its threads run from the TypeScript sources.
register('./source-loader.mjs', import.meta.url);
