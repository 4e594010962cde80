import { pnpm } from './prepare.mjs';
import { root } from './root.mjs';
import { runQuietly } from './run.mjs';

/** The programs of the image. */
export const PROGRAMS = ['apps/api', 'apps/worker'];

/** Writes the packages of the image, from the lock file, as a software bill of materials (CycloneDX 1.6). */
export async function writeSbom(file: string): Promise<void> {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const filters = PROGRAMS.flatMap((program) => ['--filter', `./${program}`]);
  const flags = ['--prod', '--lockfile-only', '--dir', root, '--out', file];
  await runQuietly('Writing the bill of materials', 'npx', [...pnpm('sbom'), ...format, ...flags, ...filters]);
}
