/** Running: a worker writes its parts. Expired: its parts are deleted. */
export const SNAPSHOT_STATUSES = ['Running', 'Completed', 'Failed', 'Expired'] as const;
export type SnapshotStatus = (typeof SNAPSHOT_STATUSES)[number];

/** How long the parts of a snapshot can be downloaded after its end. */
export const SNAPSHOT_HOURS = 24;

/** Requests for a part that belong to its snapshot: the download, and two ranges or repeats. Later ones count towards the rate limits. */
export const UNCOUNTED_DOWNLOADS = 3;

/** Snapshots of a company that have not ended. */
export const MOST_RUNNING_SNAPSHOTS = 10;

/** The newest completed snapshots of a company that are stored; older ones expire early, so that they do not fill the disk. */
export const MOST_STORED_SNAPSHOTS = 5;
