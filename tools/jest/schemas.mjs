import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { root } from '../lib/root.mjs';

/* The spec files that run with tables in two schemas, as the next release has them (libs/testing/src/split-schema.ts). */

/** Spec files that always run with one schema, with the reason. */
export const WITH_ONE_SCHEMA = {
  'apps/api/test/installation/migration-locks.e2e-spec.ts': 'runs the migrations of this release',
  'apps/api/test/installation/schema.e2e-spec.ts': 'removes the last migration',
  'apps/api/test/installation/split-schema.e2e-spec.ts': 'moves the tables itself',
  'apps/api/test/installation/table-sides.e2e-spec.ts': 'compares the schema of this release with the sides',
  'apps/api/test/installation/upgrade.e2e-spec.ts': 'runs the previous release',
  'apps/api/test/request/conformance.e2e-spec.ts': 'compares entities by TypeORM, which knows one schema',
};

/** One of so many runs with two schemas, unless TEST_SCHEMAS says which. */
const SHARE = 10;

/** The path from the root of the repository, with slashes. */
const nameOf = (path) => relative(root, path).split(sep).join('/');

/**
 * Whether a spec file runs with two schemas.
 * @param schemas TEST_SCHEMAS: `one`, `split`, or the seed that chooses a tenth of the spec files
 */
export function isSplit(path, schemas) {
  const name = nameOf(path);
  if (schemas === 'one' || name in WITH_ONE_SCHEMA) return false;
  if (schemas === 'split') return true;
  return createHash('sha256').update(`${schemas} ${name}`).digest().readUInt32BE() % SHARE === 0;
}

let template;

/** Chooses the template of a spec file. A worker of Jest runs one after another. */
export async function useSchemas(path) {
  const { loadRunEnv } = await import('../../libs/platform/src/spec-env.ts');
  template ??= process.env.TEST_SPLIT_TEMPLATE;
  const splits = template !== undefined && isSplit(path, loadRunEnv().TEST_SCHEMAS);
  if (splits) process.env.TEST_SPLIT_TEMPLATE = template;
  else delete process.env.TEST_SPLIT_TEMPLATE;
  return splits;
}

/** The result of a spec file, whose failure says how to repeat it. */
export function inSchemas(result, path, splits) {
  if (!splits || !result.failureMessage) return result;
  const hint = `  ● Tables in two schemas\n\n    TEST_SCHEMAS=split npm test -- ${nameOf(path)}\n`;
  return { ...result, failureMessage: `${result.failureMessage}\n${hint}` };
}
