import { placeOf } from '@billhook/db/cell-connections';
import { createCell, listCells } from '@billhook/installation/cells/create-cell';
import { ENV, type Env } from '@billhook/platform/env';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';

const NOTHING = z.object({});

export const createCellCommand: Command = {
  summary: 'Creates another cell: each new company then goes to the open cell with the fewest companies',
  usage: '',
  async run(app, args) {
    readOptions(NOTHING, args);
    const { number, schema } = await createCell(app.get<Env>(ENV).DATABASE_URL);
    return `Created cell ${number}, in the schema ${schema}. Each new company goes to the open cell with the fewest companies.\n`;
  },
};

export const listCellsCommand: Command = {
  summary: 'Lists the cells with their servers and the number of their companies',
  usage: '',
  async run(app, args) {
    readOptions(NOTHING, args);
    const { DATABASE_URL: url } = app.get<Env>(ENV);
    const lines = (await listCells(url)).map((cell) => {
      const { number, schema, state, companies } = cell;
      const count = `${companies} ${companies === 1 ? 'company' : 'companies'}`;
      return `Cell ${number}: ${placeOf(cell, url)}, schema ${schema}, ${state}, ${count}\n`;
    });
    return lines.join('');
  },
};
