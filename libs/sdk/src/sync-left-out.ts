import type { Snapshot } from './generated/resources.js';

/** A kind of record that the key may not read, with the missing permission. */
export type LeftOutRecords = Snapshot['leftOut'][number];

/** `-quote:quote.read,payment:payment.read;` before the position. */
const LEFT_OUT = /^-([\w:.,]+);/;

/** What a copy lacks. Its cursors contain it, so that the copy begins again once the key may read more. */
export class LeftOut {
  private readonly permissions = new Map<string, string>();

  /** @param cursor from which the copy continues */
  constructor(
    cursor: string | undefined,
    private readonly onChange: (leftOut: readonly LeftOutRecords[]) => void,
  ) {
    const [, list = ''] = LEFT_OUT.exec(cursor ?? '') ?? [];
    for (const each of list.split(',')) {
      const [resource, permission] = each.split(':');
      if (resource && permission) this.permissions.set(resource, permission);
    }
  }

  get missing(): readonly string[] {
    return [...this.permissions.values()];
  }

  has(resource: string): boolean {
    return this.permissions.has(resource);
  }

  /** The copy begins. */
  reset(leftOut: readonly LeftOutRecords[]): void {
    this.permissions.clear();
    for (const { resource, missingPermission } of leftOut) this.permissions.set(resource, missingPermission);
    this.report();
  }

  /** A record of this kind has changed, and the key may not read it. */
  add(resource: string, permission: string): void {
    if (this.permissions.get(resource) === permission) return;
    this.permissions.set(resource, permission);
    this.report();
  }

  cursorAt(position: string): string {
    const list = [...this.permissions].map(([resource, permission]) => `${resource}:${permission}`);
    return list.length === 0 ? position : `-${list.join(',')};${position}`;
  }

  /** Says what the copy lacks, if anything. */
  report(): void {
    if (this.permissions.size === 0) return;
    const leftOut = [...this.permissions].map(([resource, missingPermission]) => ({ resource, missingPermission }));
    this.onChange(leftOut as LeftOutRecords[]);
  }
}

export const positionIn = (cursor: string): string => cursor.replace(LEFT_OUT, '');

/** The key may read records that the copy lacks, so the copy begins again. */
export class MoreReadable extends Error {}
