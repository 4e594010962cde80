import { register } from 'node:module';

// `node --import` of this file lets a process run from the TypeScript sources, and the threads that it starts as well.
register('./source-loader.mjs', import.meta.url);
