import { gt, parse } from 'semver';
import { unreleased } from './release-files.ts';

/** A version as a person gave it, and the state of the repository. */
interface ReleaseState {
  readonly version: string;
  /** The version of package.json. */
  readonly current: string;
  /** Undefined without one. */
  readonly branch: string | undefined;
  /** The changed files. */
  readonly changes: readonly string[];
  readonly tags: readonly string[];
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** The values that maintainers.yaml lacks. */
  readonly missing: readonly string[];
  /** The files that do not follow from maintainers.yaml. */
  readonly outdated: readonly string[];
}

/** Why a version cannot be released, each as a sentence that says what to do. */
export function refusals({
  version,
  current,
  branch,
  changes,
  tags,
  changelog,
  missing,
  outdated,
}: ReleaseState): string[] {
  const isVersion = /^\d+\.\d+\.\d+$/.test(version) && parse(version) !== null;
  const notes = unreleased(changelog, '##');
  return [
    !isVersion && `"${version}" is not a version. Give three numbers, such as 0.2.0.`,
    isVersion && !gt(version, current) && `${version} is not newer than ${current}, the version of package.json.`,
    isVersion && tags.includes(`v${version}`) && `The tag v${version} exists. Choose a newer version.`,
    branch !== 'main' &&
      `Releases are made on the branch main, and this is ${branch ? `the branch ${branch}` : 'no branch'}. Run git switch main.`,
    changes.length > 0 &&
      `The working tree has changes (${listed(changes)}). Commit or discard them, git status lists them.`,
    notes === undefined && 'CHANGELOG.md has no section "## Unreleased". Add it before that of the last version.',
    notes === '' && 'The section "## Unreleased" of CHANGELOG.md is empty. Write what changes for operators.',
    missing.length > 0 &&
      `maintainers.yaml has no ${missing.join(', no ')}. Fill it in, run npm run project-files and commit what it writes.`,
    missing.length === 0 &&
      outdated.length > 0 &&
      `These files do not follow from maintainers.yaml: ${listed(outdated)}. Run npm run project-files and commit what it writes.`,
  ].filter((sentence) => sentence !== false);
}

function listed(files: readonly string[]): string {
  return files.length > 3 ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more` : files.join(', ');
}
