import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { variablesWith } from '@billhook/platform/spec-env';
import { treeFiles } from '../../../tools/lib/tree.ts';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A copy of the files on the disk, as the first commit of a repository in a temporary folder. It uses the packages of the original. */
export class RepositoryCopy {
  /** Contains the copy; for other files of the spec. */
  readonly folder = mkdtempSync(join(tmpdir(), 'billhook-copy-'));
  readonly #path = join(this.folder, 'clone');
  // Neither the identity nor the hooks of the machine.
  readonly #variables = variablesWith({
    HOME: this.folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    CI: 'true',
    NO_COLOR: '1',
  });

  constructor() {
    for (const file of treeFiles()) {
      mkdirSync(join(this.#path, dirname(file)), { recursive: true });
      cpSync(join(ROOT, file), join(this.#path, file));
    }
    this.git('init', '--quiet', '--initial-branch', 'main');
    this.git('config', 'user.name', 'Copy');
    this.git('config', 'user.email', 'copy@example.com');
    symlinkSync(join(ROOT, 'node_modules'), join(this.#path, 'node_modules'), 'junction');
    this.write('.git/info/exclude', 'node_modules\n');
  }

  /** Runs git. Returns its output without white space at the ends, and throws if it fails. */
  git(...args: string[]): string {
    const options = { cwd: this.#path, env: this.#variables, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', args, options).trim();
  }

  /** Runs a program of `tools`, such as `release.ts`. */
  tool(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    return this.#run(process.execPath, [join('tools', name), ...args], env);
  }

  /** Commits the staged changes with the hooks of the copy. */
  commitStaged(message: string) {
    return this.#run('git', ['commit', '--message', message], {});
  }

  /** Commits all changes without hooks. */
  commitAll(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--no-verify', '--message', message);
  }

  read(path: string): string {
    return readFileSync(join(this.#path, path), 'utf8');
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.#path, path), text);
  }

  /** From here on, the copy is a clone in which nothing is installed. */
  removePackages(): void {
    rmSync(join(this.#path, 'node_modules'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    const options = { cwd: this.#path, env: { ...this.#variables, ...env }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(command, args, options);
    return { status, text: stdout + stderr };
  }
}
