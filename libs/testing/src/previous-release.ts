import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { variablesWith } from '@billhook/platform/spec-env';

const ROOT = join(import.meta.dirname, '../../..');

interface Release {
  readonly version: string;
  readonly commit: string;
  readonly lastMigration: string;
}

/** The release that runs while this one is installed. `docs/releasing.md` says when the file changes. */
export const PREVIOUS_RELEASE = JSON.parse(readFileSync(join(ROOT, 'tools/previous-release.json'), 'utf8')) as Release;

/** Why it cannot be built here: a shallow clone does not have its commit. */
export function previousReleaseProblem(): string | undefined {
  try {
    execFileSync('git', ['cat-file', '-e', `${PREVIOUS_RELEASE.commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return undefined;
  } catch {
    return 'the history does not contain the previous release';
  }
}

/** The folder of the built previous release. */
export const builtPreviousRelease = (): string => builtRelease(PREVIOUS_RELEASE.commit);

/**
 * The folder of a built commit. The first call builds it in about a minute, and all clones share the result. It is outside of the clone:
 * TypeScript compiles no package below node_modules, and Nx would find two workspaces.
 * @param commit its full id
 */
export function builtRelease(commit: string): string {
  const folder = join(homedir(), '.cache/billhook/releases', commit);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1e9 });
  execFileSync('tar', ['--extract', '--directory', unfinished], { input: archive });
  const inherited = Object.entries(variablesWith({})).filter(([name]) => ['PATH', 'HOME'].includes(name));
  execFileSync('npm', ['run', 'build'], {
    cwd: unfinished,
    env: { ...Object.fromEntries(inherited), CI: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(unfinished, folder);
  return folder;
}

/** Starts a program of the previous release, such as `apps/api/dist/main.js`. */
export function launchPrevious(program: string, variables: Record<string, string>): ChildProcess {
  const folder = builtPreviousRelease();
  return spawn(process.execPath, [join(folder, program)], {
    ...{ cwd: folder, env: { ...variables, LOG_LEVEL: 'info', LOG_FORMAT: 'json' } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
