import { createHmac, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The floor of an authenticated read, handwritten: two prepared queries with the columns of the API, JSON out. No routing, validation,
 * permission rule, problem documents or headers.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const [port, invoiceId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const mac = Buffer.from(hkdfSync('sha256', process.env.APP_SECRETS, '', 'billhook/api-key', 32));

const KEY = {
  name: 'floor_key',
  text: `SELECT k.*, m.status, m.permissions, c.name AS company, c.plan, c.time_zone
    FROM api_keys k JOIN members m ON m.id = k.member_id JOIN tenants c ON c.id = k.company_id WHERE k.hash = $1`,
};
const INVOICE = {
  name: 'floor_invoice',
  text: `SELECT i.*, (SELECT json_agg(json_build_object('id', l.id, 'position', l.position, 'name', l.name, 'description', l.description,
      'quantity', l.quantity::text, 'unit', l.unit, 'unitPrice', l.unit_price::text, 'priceBaseQuantity', l.price_base_quantity::text,
      'discount', l.discount, 'allowances', l.allowances, 'charges', l.charges, 'taxCategory', l.tax_category, 'taxRate', l.tax_rate::text,
      'exemptionReason', l.exemption_reason, 'servicePeriod', l.service_period, 'sellerItemId', l.seller_item_id,
      'buyerItemId', l.buyer_item_id, 'customFields', l.custom_fields, 'net', l.net::text, 'tax', l.tax::text, 'gross', l.gross::text)
      ORDER BY l.position) FROM invoice_lines l WHERE l.invoice_id = i.id) AS lines
    FROM invoices i WHERE i.company_id = $1 AND i.id = $2`,
};

createServer(async (request, response) => {
  const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
  const hash = createHmac('sha256', mac).update(secret).digest();
  const [key] = (await pool.query({ ...KEY, values: [hash] })).rows;
  if (!key || key.revoked_at || !key.scopes.includes('invoice.read')) return response.writeHead(401).end();
  const [invoice] = (await pool.query({ ...INVOICE, values: [key.company_id, Number(invoiceId)] })).rows;
  const body = JSON.stringify(invoice);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}).listen(Number(port), '127.0.0.1');
