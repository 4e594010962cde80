import { loadRunEnv } from '@billhook/platform/spec-env';

/** Whether the databases of specs have two cells. */
export const HAS_TWO_CELLS = loadRunEnv().TEST_CELLS === 2;

/** The schema with the rows of both cells, as specs read and write them. */
export const SPEC_SCHEMA = 'spec_cells';

/** The schema of the tables behind it. */
export const SPEC_PARENTS = 'spec_parents';

/** The cell of a row whose ids name none, such as a new company. By default the first one. */
export const CELL_SETTING = 'spec.cell';

/** Where statements of specs look: as connections of the product do, of tables of both sides in the cell, or in both cells. */
export const SPEC_NAMES = HAS_TWO_CELLS ? `${SPEC_SCHEMA},"$user",public,cell_1` : 'cell_1,"$user",public';

/** The same as an option of a connection. */
export const SPEC_PATH = `-c search_path=${SPEC_NAMES}`;
