import type { ReadRunner } from '@billhook/db/statement';

const MOST = 100_000;

/** Which companies are sandboxes. The kind of a company never changes, so a process asks once for each. */
export class SandboxCompanies {
  readonly #known = new Map<number, boolean>();

  /** Afterwards, `has` knows these companies. */
  async learn(runner: ReadRunner, companyIds: readonly number[]): Promise<void> {
    const unknown = [...new Set(companyIds)].filter((id) => !this.#known.has(id));
    if (unknown.length === 0) return;
    const rows = await runner.query<{ id: number; sandbox: boolean }>({
      name: 'webhook_company_kinds',
      text: `SELECT id, kind = 'Sandbox' AS sandbox FROM companies WHERE id = ANY ($1::bigint[])`,
      values: [unknown],
    });
    if (this.#known.size > MOST) this.#known.clear();
    for (const { id, sandbox } of rows) this.#known.set(id, sandbox);
  }

  has(companyId: number): boolean {
    return this.#known.get(companyId) ?? false;
  }
}
