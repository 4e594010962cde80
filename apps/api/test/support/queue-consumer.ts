import { storedLines, type ComparedRecord } from '@billhook/testing/copied';
import type { SyncStep } from '../../../../libs/sdk/src/billhook.js';

interface QueuedRecord extends Omit<ComparedRecord, 'at'> {
  readonly kind: 'record';
  readonly record: { readonly updatedAt: string };
}

/** The consumer of the queue of the guide: it compares versions, as the guide says, and forgets what a new copy does not contain. */
export class QueueConsumer {
  private readonly records = new Map<string, { readonly round: number; readonly row: ComparedRecord }>();
  readonly deleted: string[] = [];
  begun = 0;

  async send(key: string, body: string): Promise<void> {
    const step = JSON.parse(body) as Exclude<SyncStep, { kind: 'record' }> | QueuedRecord;
    if (step.kind === 'begin') this.begun++;
    else if (step.kind === 'complete') this.forget();
    else if (step.kind === 'deleted') {
      this.deleted.push(key);
      this.records.delete(key);
    } else {
      const { resource, id, version, record } = step;
      const before = this.records.get(key);
      if (before && before.round === this.begun && before.row.version > version) return;
      this.records.set(key, { round: this.begun, row: { resource, id, version, at: new Date(record.updatedAt) } });
    }
  }

  lines(): string[] {
    return storedLines([...this.records.values()].map(({ row }) => row));
  }

  private forget(): void {
    for (const [key, { round }] of this.records) if (round < this.begun) this.records.delete(key);
  }
}
