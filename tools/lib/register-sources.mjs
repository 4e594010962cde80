import { registerSources } from './source-loader.mjs';

// With `node --import` of this file a process and its threads run from the TypeScript sources.
registerSources();
