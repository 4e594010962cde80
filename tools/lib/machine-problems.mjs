import { root } from './root.mjs';

/* What is wrong with a machine, as sentences. */

/** Characters that Vite (# ?) and the shell that initdb starts (the others) do not accept as part of a path. */
const UNUSABLE = process.platform === 'win32' ? /[#?$`"]/g : /[#?$`"\\]/g;

/** The sentence for a folder whose path dependencies cannot handle; undefined for all others. Blanks and other scripts work. */
export function pathProblem(folder) {
  const found = [...new Set(folder.match(UNUSABLE) ?? [])];
  if (found.length === 0) return undefined;
  return `Move Billhook to a folder without ${found.join(' ')} in its path: ${folder}`;
}

/** The sentence for a file or folder of an earlier start that this user may not use. @param code of the error */
export function accessProblem(path, code) {
  if (code === 'EROFS')
    return `${path} is on a read-only file system.\nMount it writable, or set DATABASE_URL and APP_SECRETS and mount .data writable.`;
  return `${path} belongs to another user, such as root after a start with sudo.\nRun: sudo chown -R "$USER" ${quoted(root)}`;
}

const quoted = (path) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`);

/** Sentences for errors of the system, which need no stack. */
const SYSTEM = {
  EACCES: ({ path }) => path && accessProblem(path, 'EACCES'),
  EPERM: ({ path }) => path && accessProblem(path, 'EPERM'),
  EROFS: ({ path }) => path && accessProblem(path, 'EROFS'),
  ENOSPC: ({ path }) =>
    `The disk is full${path ? ` (${path})` : ''}.\nBillhook needs about 900 MB with its packages. Free some space and start again.`,
  EMFILE: () => 'This process may not open enough files.\nRaise the limit: ulimit -n 1024',
  ENFILE: () => 'This machine has too many open files.\nClose programs, or raise fs.file-max.',
  ENOMEM: () =>
    'This machine has not enough free memory.\nBillhook needs about 1 GB while it builds, and 500 MB afterwards.',
};

/**
 * The sentence for an error of the system or of its limits; undefined for a bug, whose stack is needed.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function machineProblem(error) {
  if (!(error instanceof Error)) return undefined;
  if (/WebAssembly.*Out of memory|Cannot allocate Wasm memory/i.test(error.message))
    return 'This process may not reserve enough memory addresses.\nRemove the limit: ulimit -v unlimited';
  return SYSTEM[error.code]?.(error) || undefined;
}
