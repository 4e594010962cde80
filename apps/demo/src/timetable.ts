import { DAY_MS } from '@billhook/domain/shared/durations';
import type { ManualClock } from '@billhook/platform/clock';

interface Deed {
  readonly at: number;
  readonly run: () => Promise<void>;
}

/** Actions that run in the order of their time, because the audit log has the order in which it is written. */
export class Timetable {
  private readonly deeds: Deed[] = [];

  constructor(
    private readonly clock: ManualClock,
    readonly today: Date,
  ) {}

  /** Plans an action for a day before today. An action may plan later ones. */
  plan(daysAgo: number, run: Deed['run']): void {
    this.planAt(new Date(this.today.getTime() - daysAgo * DAY_MS), run);
  }

  planAt(at: Date, run: Deed['run']): void {
    this.deeds.push({ at: at.getTime(), run });
  }

  /** Runs all actions; actions of the same moment run in the order in which they were planned. */
  async play(): Promise<void> {
    for (let next = this.takeFirst(); next; next = this.takeFirst()) {
      this.clock.set(new Date(next.at));
      await next.run();
    }
    this.clock.set(this.today);
  }

  private takeFirst(): Deed | undefined {
    this.deeds.sort((a, b) => a.at - b.at);
    return this.deeds.shift();
  }
}
