import { BEGINNING } from '@billhook/contract/webhooks/event';
import type { LogPlace } from '@billhook/db/log-stretch';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { timeOfId } from '@billhook/platform/ids';
import { EVENT_EXPIRED_ADVICE, EventLogRepository, placeExpired } from '@billhook/webhooks/events/event-log.repository';
import { isEventId } from '@billhook/webhooks/events/events.repository';
import { Inject, Injectable } from '@nestjs/common';
import { PagingService } from '../../request/paging/paging.service.js';

/** The format of a cursor. */
const CURSOR = /^[^.]+\.[^.]+$/;

const FEED = 'event feed';
/** Positions in the event log, as callers name them. */
@Injectable()
export class EventPlacesService {
  constructor(
    private readonly log: EventLogRepository,
    private readonly paging: PagingService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * The position that a caller names: by a cursor, the id of an event, or the word for the oldest.
   * @param parameter the name of the query parameter
   * @throws Problem cursor_mismatch, event_expired
   */
  async placeOf(companyId: number, after: string, parameter: string): Promise<LogPlace> {
    if (after === BEGINNING) return { sequence: 0, fromOldest: true };
    if (isEventId(after)) return this.placeOfEvent(companyId, after, parameter);
    if (!CURSOR.test(after)) throw noPlace(parameter);
    const { id: sequence, value } = this.paging.marked(FEED, companyId, after, parameter);
    // Events after a cursor of that age may already be deleted.
    if (this.today() - Number(value) >= this.env.WEBHOOK_METADATA_DAYS) throw placeExpired();
    return { sequence, fromOldest: false };
  }

  /** For `after`. Contains only the day, so that a repeated request gets the same response. */
  mark(companyId: number, sequence: number): string {
    return this.paging.mark(FEED, companyId, { id: sequence, value: String(this.today()) });
  }

  private async placeOfEvent(companyId: number, id: string, parameter: string): Promise<LogPlace> {
    const sequence = await this.log.sequenceOf(companyId, id);
    // A just committed event has no sequence yet: it is returned again, so that no earlier event is missed.
    if (sequence !== undefined) return { sequence: sequence ?? (await this.log.end(companyId)), fromOldest: false };
    if (this.isPastKeeping(id)) {
      throw new Problem('event_expired', `The event ${id} is no longer stored. ${EVENT_EXPIRED_ADVICE}`);
    }
    const message = `must be an event of this company: ${id} was never in its log`;
    throw placeError(parameter, 'unknown_event', message);
  }

  /** Whether an event of that age would have been deleted; the id of an event contains its time. */
  private isPastKeeping(id: string): boolean {
    const at = timeOfId(id);
    return at !== undefined && this.today() - dayOf(at) >= this.env.WEBHOOK_METADATA_DAYS;
  }

  private today(): number {
    return dayOf(this.clock.now());
  }
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

function noPlace(parameter: string): Problem {
  const message = `must be a nextCursor, the id of an event (msg_…) or ${BEGINNING}`;
  return placeError(parameter, 'cursor_mismatch', message);
}

function placeError(parameter: string, code: string, message: string): Problem {
  return new Problem('cursor_mismatch', `${parameter} ${message}.`, { errors: [{ parameter, code, message }] });
}
