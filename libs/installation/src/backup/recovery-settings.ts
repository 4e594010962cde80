import type { BackupDetails } from './backup-folder.js';

/** The point to which a database is restored. */
export type RecoveryTarget = {
  /** The folder of the archived write-ahead log. Without it, the database has the state at the end of the backup. */
  readonly archive?: string | undefined;
  /** RFC 3339: omits what was committed after this moment. Without it, everything in the archive is restored. */
  readonly until?: string | undefined;
};

/** The settings that are needed only until the recovery has ended. */
export const RECOVERY_SETTINGS = ['restore_command', 'recovery_target_time', 'recovery_target_action'] as const;

/*
 * What the old server had and the restored one must not have: it would wait for a standby that does not exist, or write into the archive
 * of the old server.
 */
const RESET = { synchronous_standby_names: '', primary_conninfo: '', archive_mode: 'off' };

// PostgreSQL runs the command in a shell, in which these characters have a meaning inside of double quotes.
const UNSAFE = /["$`\\%'\n]/;

/**
 * Lines for postgresql.auto.conf.
 * @throws an Error with a message for the operator if the target cannot be reached from the backup
 */
export function recoverySettings({ archive, until }: RecoveryTarget, { finishedAt }: BackupDetails): string {
  if (until !== undefined && archive === undefined) {
    throw new Error('A moment can be restored only with the archived write-ahead log: name its folder as well.');
  }
  if (archive !== undefined && UNSAFE.test(archive)) {
    throw new Error(`The path of the archive has a character that a shell reads in its own way: ${archive}`);
  }
  const settings: Record<string, string> = {
    ...RESET,
    // Also without an archive, so that the restored server begins a new timeline.
    restore_command: archive === undefined ? 'false' : `cp "${archive}/%f" "%p"`,
    ...(until === undefined ? {} : { recovery_target_time: target(until, finishedAt) }),
    recovery_target_action: 'promote',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
}

function target(until: string, finishedAt: string): string {
  const at = Date.parse(until);
  if (Number.isNaN(at)) throw new Error(`${until} is not a time. Write it like 2026-03-01T14:30:00Z.`);
  if (at < Date.parse(finishedAt)) {
    throw new Error(`The backup was finished at ${finishedAt}, after ${until}. Use an earlier backup.`);
  }
  // PostgreSQL reads this setting before it knows the abbreviation Z.
  return new Date(at).toISOString().replace('Z', '+00');
}
