import { Database } from '@billhook/db/database';
import type { SeriesKind } from '@billhook/domain/invoicing/series';
import { Injectable } from '@nestjs/common';
import { auditOf } from './series-gaps.sql.js';

/** Missing numbers: a single one with its text, or a range of counts. */
export interface Gap {
  readonly low: number;
  readonly high: number;
  readonly number: string | null;
}

/** The numbers that a series assigned in a period, compared with the numbers of documents. */
export interface AuditedPeriod {
  readonly period: string;
  readonly firstNumber: string | null;
  readonly lastNumber: string | null;
  readonly count: number;
  readonly expected: number;
  readonly gaps: readonly Gap[];
  readonly outOfOrder: readonly string[];
  /** The numbers that a document of another kind in the same number space has as well. */
  readonly duplicated: readonly string[];
}

@Injectable()
export class SeriesAuditRepository {
  constructor(private readonly db: Database) {}

  /**
   * Compares the numbers that a series assigned with the numbers of the company's documents, for each period.
   * @param most how many gaps and how many numbers out of order are listed for each period
   */
  audit(companyId: number, series: { id: number; kind: SeriesKind }, most: number): Promise<AuditedPeriod[]> {
    return this.db.query<AuditedPeriod>({
      name: `series_audit_${series.kind}_${most}`,
      text: auditOf(series.kind, most),
      values: [companyId, series.id],
    });
  }
}
