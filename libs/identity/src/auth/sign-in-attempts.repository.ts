import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Injectable } from '@nestjs/common';

/** The counts of sign-in attempts, shared by all processes. */
@Injectable()
export class SignInAttemptsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Changes several counts under their locks.
   * @param names of the counts, hashed; all different
   * @param next the new states from the current ones (0 for a new count), in the order of the names. If it throws, none changes.
   */
  async change(names: readonly Buffer[], next: (tats: readonly number[]) => readonly number[]): Promise<void> {
    await this.uow.run(async (tx) => {
      // In one order, to prevent deadlocks.
      const rows = await tx.query<{ name: Buffer; tat: number }>({
        name: 'sign_in_attempts_lock',
        text: `INSERT INTO sign_in_attempts AS a (name, tat) SELECT name, 0 FROM unnest($1::bytea[]) AS name ORDER BY name
          ON CONFLICT (name) DO UPDATE SET tat = a.tat RETURNING name, tat`,
        values: [names],
      });
      const kept = new Map(rows.map(({ name, tat }) => [name.toString('hex'), tat]));
      const tats = next(names.map((name) => kept.get(name.toString('hex')) ?? 0));
      await tx.query({
        name: 'sign_in_attempts_keep',
        text: `UPDATE sign_in_attempts a SET tat = kept.tat FROM unnest($1::bytea[], $2::bigint[]) AS kept (name, tat)
          WHERE a.name = kept.name`,
        values: [names, tats],
      });
    });
  }
}
