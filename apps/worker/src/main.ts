import { start } from './program.js';

await start();
