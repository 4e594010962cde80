import { cpSync } from 'node:fs';

/* TypeScript copies no icons. */
cpSync('icons', 'dist/icons', { recursive: true });
