import { READ_MOVES } from '@billhook/db/cell-moves.sql';
import { ok, warning, type DoctorCheck, type DoctorFinding, type DoctorParts } from './doctor-finding.js';

export const MOVE_CHECKS: readonly DoctorCheck[] = [
  {
    name: 'moves',
    needs: 'tables',
    check: checkMoves,
    advice: 'Run node tools/node.cjs apps/api/dist/migrate.js (npm start does it).',
  },
];

/** One that was interrupted keeps the write-ahead log of a server. */
async function checkMoves({ db }: DoctorParts): Promise<DoctorFinding> {
  const moves = await db.query<{ cell: number; at: Date }>(READ_MOVES);
  if (moves.length === 0) return ok('No cell is moving to another server.');
  const cells = moves.map(({ cell, at }) => `cell ${cell} since ${at.toISOString()}`).join(', ');
  return warning(
    `A move has not ended: ${cells}.`,
    `If no command is running, start cells move again, or run: npm run admin -- cells cancel-move ${moves[0]?.cell}. Until then, the server that the cell leaves keeps its write-ahead log.`,
  );
}
