import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { breakingChanges } from './openapi/breaks/breaking-changes.rules.js';
import { buildOpenApi, isOpenApi } from './openapi/openapi-document.js';
import { previewApp } from './preview-app.js';

/*
 * Writes the OpenAPI document for the docs site. What would break programs that were written for the document of before is not written,
 * unless `--breaking` says that it is meant.
 */
const file = new URL('../../docs/openapi.json', import.meta.url);
const before: unknown = JSON.parse(await readFile(file, 'utf8'));
if (!isOpenApi(before)) throw new Error('the committed file is not an OpenAPI document');

const app = await previewApp();
const after = buildOpenApi(app);
await app.close();

const breaks = breakingChanges(before, after);
if (breaks.length === 0 || process.argv.includes('--breaking')) {
  await writeFile(file, `${JSON.stringify(after, null, 2)}\n`);
} else {
  const list = breaks.map((sentence) => `  ${sentence}\n`).join('');
  process.stderr.write(
    `These changes would break existing integrations:\n\n${list}\n/v1 allows no breaking changes, so the document was not written. If the changes are intended: npm run openapi -- --breaking\n`,
  );
  process.exitCode = 1;
}
