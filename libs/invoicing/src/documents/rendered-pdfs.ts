import { createHash } from 'node:crypto';
import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import type { ReadRunner } from '@billhook/db/statement';
import { Problem } from '@billhook/domain/shared/problems';
import { findLogo } from '@billhook/identity/companies/company-logos.repository';
import { LIMIT_RETRY_S, type PdfThreads } from '@billhook/pdf/pdf-threads';
import type { Clock } from '@billhook/platform/clock';

/** About 300 drafts of one or two pages. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** A digest of everything that a PDF depends on: the same source gives the same bytes. */
export const sourceDigest = (source: PrintedDocument): string =>
  createHash('sha256').update(JSON.stringify(source)).digest('base64url');

/**
 * Caches the PDFs of drafts in this process, by the digest of their source; drops the oldest first. Concurrent requests wait for the
 * same rendering, and a rendering that exceeded a limit is not retried for a minute.
 */
export class RenderedPdfs {
  readonly #kept = new Map<string, Buffer>();
  readonly #underWay = new Map<string, Promise<Buffer>>();
  readonly #refused = new Map<string, { readonly problem: Problem; readonly until: number }>();
  #bytes = 0;

  constructor(
    private readonly db: ReadRunner,
    private readonly threads: PdfThreads,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem too_many_pdfs, pdf_busy, pdf_limit_exceeded */
  async of(companyId: number, source: PrintedDocument, digest = sourceDigest(source)): Promise<Buffer> {
    const kept = this.#kept.get(digest);
    if (kept) return kept;
    const refused = this.#refused.get(digest);
    if (refused && refused.until > this.clock.now().getTime()) throw refused.problem;
    this.#refused.delete(digest);
    let drawing = this.#underWay.get(digest);
    if (!drawing) {
      drawing = this.#draw(companyId, source, digest).finally(() => this.#underWay.delete(digest));
      this.#underWay.set(digest, drawing);
    }
    return drawing;
  }

  async #draw(companyId: number, source: PrintedDocument, digest: string): Promise<Buffer> {
    try {
      const bytes = await this.threads.draw(companyId, { source, logo: await this.#logoOf(companyId, source) });
      // PDFs of issued documents are stored in the database.
      if (source.draft) this.#keep(digest, bytes);
      return bytes;
    } catch (error) {
      if (error instanceof Problem && error.code === 'pdf_limit_exceeded') this.#reject(digest, error);
      throw error;
    }
  }

  /** The digest in the source proves the bytes. */
  async #logoOf(companyId: number, { seller: { logo } }: PrintedDocument): Promise<Uint8Array | undefined> {
    if (!logo) return undefined;
    const stored = await findLogo(this.db, companyId, logo.digest);
    if (!stored) throw new Error(`the logo ${logo.digest} of company ${companyId} was removed`);
    return stored.bytes;
  }

  #keep(digest: string, bytes: Buffer): void {
    this.#kept.set(digest, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }

  #reject(digest: string, problem: Problem): void {
    const now = this.clock.now().getTime();
    for (const [old, { until }] of this.#refused) if (until <= now) this.#refused.delete(old);
    this.#refused.set(digest, { problem, until: now + LIMIT_RETRY_S * 1000 });
  }
}
