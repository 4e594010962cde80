import { z } from 'zod';

/** An archive of a package that the installation serves. Its address contains its version and its digest, so its content never changes. */
export const PackageArchive = z.object({
  /** Such as `billhook-sdk.tgz`: its name without a version, which leads to the present archive. */
  file: z.string(),
  name: z.string(),
  /** The first characters of its SHA-256. */
  digest: z.string(),
  path: z.string(),
  sha256: z.string(),
  bytes: z.int(),
});
export type PackageArchive = z.infer<typeof PackageArchive>;

/** `/docs/archives.json`: the archives of this release. */
export const ArchiveIndex = z.object({ archives: z.array(PackageArchive) });
export type ArchiveIndex = z.infer<typeof ArchiveIndex>;

/** The address of an archive. */
export const archivePath = (digest: string, name: string): string => `/docs/archives/${digest}/${name}`;

/** The name of the index, below `/docs/`. */
export const ARCHIVE_INDEX = 'archives.json';
