import 'reflect-metadata';
import { createHmac, hkdfSync } from 'node:crypto';
import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Req,
  UnauthorizedException,
  UnprocessableEntityException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import pg from 'pg';
import { CreateClient } from '../../../libs/contract/dist/invoicing/client.js';
import { CreateInvoice } from '../../../libs/contract/dist/invoicing/invoice.js';
import { Records } from './records.mjs';
import { readTables } from './tables.mjs';

/*
 * What people would write instead: a NestJS service with the product's tables, validation and amounts, on TypeORM or on Drizzle:
 * node service.mjs PORT typeorm|drizzle INVOICE CLIENT, with the ids of records that the product created.
 * A guard checks the key and its permission. No limits of requests, Idempotency-Key, request log, ETag, problem documents, filters of lists,
 * cursors or members that are calculated when a record is read.
 */

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const [port, kind, invoiceId, clientId] = process.argv.slice(2);
const mac = Buffer.from(hkdfSync('sha256', process.env.APP_SECRETS, '', 'billhook/api-key', 32));

const url = process.env.DATABASE_URL;
const client = new pg.Client({ connectionString: url });
await client.connect();
const query = async (text, values) => (await client.query(text, values)).rows;
const tables = await readTables(query);
const samples = { ...(invoiceId && { invoice: invoiceId }), ...(clientId && { client: clientId }) };
const records = await Records.create(query, tables, samples);
await client.end();

async function openStore() {
  if (kind === 'typeorm') return (await import('./typeorm-store.mjs')).TypeOrmStore.open(url, tables);
  return (await import('./drizzle-store.mjs')).DrizzleStore.open(url, tables);
}
const store = await openStore();

/** The company of the key, which has the permission of the handler. */
class KeyGuard {
  async canActivate(context) {
    const request = context.switchToHttp().getRequest();
    const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
    const key = await store.findKey(createHmac('sha256', mac).update(secret).digest());
    if (!key || key.revokedAt || key.member.status !== 'Active') throw new UnauthorizedException();
    const [, , resource] = request.url.split(/[/?]/);
    const permission = `${resource.slice(0, -1)}.${request.method === 'GET' ? 'read' : 'write'}`;
    if (!key.scopes.includes(permission)) throw new ForbiddenException();
    request.company = key.company;
    return true;
  }
}

/** Validates a body by a schema of the contract. */
class SchemaPipe {
  constructor(schema) {
    this.schema = schema;
  }

  transform(body) {
    const { success, data, error } = this.schema.safeParse(body);
    if (!success) throw new UnprocessableEntityException(error.issues);
    return data;
  }
}

class RecordsController {
  async get({ company }, id) {
    const invoice = await store.findInvoice(company.id, id);
    if (!invoice) throw new NotFoundException();
    return invoice;
  }

  async list({ company }, status, before) {
    // One more than the page has, which shows whether another page follows.
    const found = await store.listInvoices(company.id, status, before, 26);
    return { data: found.slice(0, 25), hasMore: found.length > 25 };
  }

  async createInvoice({ company }, body) {
    if (!(await store.findClient(company.id, body.clientId))) throw new UnprocessableEntityException();
    return store.create('invoices', records.invoice(body), records.rest('invoice'));
  }

  createClient(_, body) {
    return store.create('clients', records.client(body), records.rest('client'));
  }
}

// The decorators are called, because Node runs this file as it is.
const handler = (name, route, ...parameters) => {
  [Req(), ...parameters].forEach((decorate, index) => decorate(RecordsController.prototype, name, index));
  route(RecordsController.prototype, name, Object.getOwnPropertyDescriptor(RecordsController.prototype, name));
};
handler('get', Get('invoices/:id'), Param('id', ParseIntPipe));
handler('list', Get('invoices'), Query('status'), Query('before', ParseIntPipe));
handler('createInvoice', Post('invoices'), Body(new SchemaPipe(CreateInvoice)));
handler('createClient', Post('clients'), Body(new SchemaPipe(CreateClient)));
UseGuards(KeyGuard)(RecordsController);
Controller('v1')(RecordsController);

class ServiceModule {}
Module({ controllers: [RecordsController] })(ServiceModule);

const app = await NestFactory.create(ServiceModule, new FastifyAdapter(), { logger: ['error'] });
await app.listen(Number(port), '127.0.0.1');
