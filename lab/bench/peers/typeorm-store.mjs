import { DataSource, EntitySchema, LessThan } from 'typeorm';

/** Types that TypeORM has under another name. */
const TYPES = { int8: 'bigint', int4: 'int', int2: 'smallint', bool: 'boolean' };

const isArray = (type) => type.startsWith('_');

/** @param relations to other tables, by property */
function entity(name, columns, relations = {}) {
  const column = ({ name: column, type, isNullable, isGenerated, isKey }) => ({
    name: column,
    type: TYPES[type] ?? (isArray(type) ? type.slice(1) : type),
    array: isArray(type),
    nullable: isNullable,
    primary: isKey,
    ...(isGenerated && { generated: 'increment' }),
  });
  return new EntitySchema({
    name,
    tableName: name,
    columns: Object.fromEntries(columns.map((each) => [each.property, column(each)])),
    relations,
  });
}

const one = (target, column) => ({ type: 'many-to-one', target, joinColumn: { name: column } });

/** The records in repositories of TypeORM, in the way of its documentation. */
export class TypeOrmStore {
  static async open(url, tables) {
    const entities = Object.entries(tables).map(([name, columns]) =>
      entity(name, columns, {
        ...(name === 'api_keys' && { member: one('members', 'member_id'), company: one('companies', 'company_id') }),
        ...(name === 'invoices' && {
          lines: { type: 'one-to-many', target: 'invoice_lines', inverseSide: 'invoice', cascade: ['insert'] },
        }),
        ...(name === 'invoice_lines' && { invoice: one('invoices', 'invoice_id') }),
      }),
    );
    const source = await new DataSource({ type: 'postgres', url, entities, poolSize: 10 }).initialize();
    return Object.assign(new TypeOrmStore(), { source });
  }

  findKey(hash) {
    return this.source
      .getRepository('api_keys')
      .findOne({ where: { hash }, relations: { member: true, company: true } });
  }

  findClient(companyId, id) {
    return this.source.getRepository('clients').findOneBy({ companyId, id });
  }

  findInvoice(companyId, id) {
    return this.source.getRepository('invoices').findOne({ where: { companyId, id }, relations: { lines: true } });
  }

  listInvoices(companyId, status, before, count) {
    return this.source.getRepository('invoices').find({
      where: { companyId, status, id: LessThan(before) },
      relations: { lines: true },
      order: { id: 'DESC' },
      take: count,
    });
  }

  /** Saves a record with what belongs to it in one transaction. @param rest returns the other rows, once the record has its id */
  create(table, record, rest) {
    return this.source.transaction(async (manager) => {
      const saved = await manager.getRepository(table).save(record);
      for (const [name, row] of Object.entries(rest(saved))) await manager.getRepository(name).insert(row);
      return saved;
    });
  }
}
