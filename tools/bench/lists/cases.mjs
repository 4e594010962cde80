/*
 * What is asked of the company with the most invoices. `most` is how many rows of invoices a plan may read: 26 for a page and 26 to
 * fetch it, unless matches are rare and the next thousand rows of the list are looked at first, which costs each of them twice.
 */
const PAGE = 60;
const PROBED = 2_200;
const COUNTED = 10_100;

export const CASES = [
  { name: 'newest first', query: '', most: PAGE },
  { name: 'newest first, from the middle', query: '', middle: true, most: PAGE },
  ...['Draft', 'Sent', 'Partial', 'Overdue', 'Paid', 'Rejected', 'Void'].map((status) => ({
    name: `status ${status}`,
    query: `status=${status}`,
    most: PAGE,
  })),
  { name: 'status Paid, from the middle', query: 'status=Paid', middle: true, most: PAGE },
  { name: 'status Rejected or Void', query: 'status=Rejected&status=Void', most: 2 * PAGE },
  { name: 'overdue', query: 'overdue=true', most: PAGE },
  { name: 'not overdue', query: 'overdue=false', most: 6 * PAGE },
  { name: 'something open', query: 'hasBalance=true', most: PAGE },
  { name: 'nothing open', query: 'hasBalance=false', most: PAGE },
  { name: 'of a client', query: 'clientId=77', most: PAGE },
  { name: 'of a client, by date', query: 'clientId=77&sort=-issueDate,id', most: PROBED + 600 },
  { name: 'by issue date', query: 'sort=-issueDate', most: PAGE },
  { name: 'by issue date, ids ascending, from the middle', query: 'sort=-issueDate,id', middle: true, most: 1_300 },
  { name: 'by due date, the empty ones last', query: 'sort=-dueDate', most: 2 * PAGE },
  { name: 'by due date, from the middle', query: 'sort=dueDate', middle: true, most: 2 * PAGE },
  { name: 'by number', query: 'sort=number', most: 2 * PAGE },
  { name: 'by gross, from the middle', query: 'sort=-gross', middle: true, most: PAGE },
  { name: 'by change', query: 'sort=-updatedAt', most: PAGE },
  {
    name: 'a month of years ago, by date',
    query: 'issueDateFrom=2023-03-01&issueDateTo=2023-03-31&sort=issueDate',
    most: PAGE,
  },
  {
    name: 'a month of years ago, newest first',
    query: 'issueDateFrom=2023-03-01&issueDateTo=2023-03-31',
    most: 20_000,
  },
  { name: 'overdue, the longest first', query: 'overdue=true&sort=dueDate', most: 30_000 },
  { name: 'a number', query: 'number=INV-2023-0500001', most: 10 },
  { name: 'an externalId', query: 'externalId=ext-500004', most: 10 },
  { name: 'a purchase order', query: 'purchaseOrder=PO-4323', most: PAGE },
  { name: 'a purchase order of a thousand invoices', query: 'purchaseOrder=BLANKET-7', most: PAGE },
  { name: 'a rare currency', query: 'currency=USD', most: PROBED + 1_300 },
  { name: 'a rare custom field', query: 'customField=costCentre:A7', most: PROBED + 500 },
  { name: 'q: a client, rare', query: 'q=zephyrin', most: PROBED + 500 },
  { name: 'q: a client, frequent', query: 'q=sarl', most: PROBED },
  { name: 'q: part of a number, rare', query: 'q=0500001', most: PROBED + 5_000 },
  { name: 'q: part of a number, frequent', query: 'q=inv-20', most: PROBED },
  { name: 'q: part of a purchase order, rare', query: 'q=po-4323', most: PROBED + 500 },
  { name: 'q: found nowhere', query: 'q=qqqqqq', most: PROBED },
  { name: 'q: two letters, found nowhere', query: 'q=zq', most: PROBED },
  { name: 'q and a status', query: 'q=zephyrin&status=Paid', most: PROBED + 500 },
  { name: 'changed since', query: 'updatedSince=2026-08-01T00:00:00Z', most: PAGE },
  { name: 'changed since, from the middle', query: 'updatedSince=2023-01-01T00:00:00Z', middle: true, most: PAGE },
  { name: 'all of them, counted', query: 'includeTotal=true', most: PAGE + COUNTED },
  { name: 'paid, counted', query: 'status=Paid&includeTotal=true', most: PAGE + COUNTED },
  { name: 'a rare q, counted', query: 'q=zephyrin&includeTotal=true', most: PROBED + 1_000 },
  { name: 'a frequent q, counted', query: 'q=inv-20&includeTotal=true', most: 40_000 },
];
