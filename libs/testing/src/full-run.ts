import { loadRunEnv } from '@billhook/platform/spec-env';

/** Whether the long proofs run in full. `npm test` omits or shortens them, `npm run test:full` and `npm test -- <pattern>` do not. */
export const isFullRun = loadRunEnv().TEST_SIZE === 'full';
