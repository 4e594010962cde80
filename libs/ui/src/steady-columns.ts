/** A cell shows less than it contains, which a whole number of pixels does not explain. */
const isCut = (cell: HTMLElement): boolean => cell.scrollWidth > cell.clientWidth + 1;

const widths = new WeakMap<HTMLTableElement, number>();

/**
 * The browser gives each column the room that the rows in the page need. As those change while one scrolls, the columns keep their widths
 * until a cell needs more. On a phone, where cells are blocks, there is nothing to do.
 */
export function keepColumnsSteady(body: HTMLTableSectionElement): void {
  const table = body.closest('table');
  if (!table || getComputedStyle(table).display !== 'table') {
    table?.removeAttribute('data-steady');
    return;
  }
  // Amounts of nine digits make other columns give way: they stay away.
  if (body.querySelector('[data-long]')) body.dataset['long'] = '';
  const room = table.parentElement?.clientWidth ?? 0;
  if (widths.get(table) === room && ![...body.querySelectorAll('td')].some(isCut)) return;
  widths.set(table, room);
  const heads = [...table.querySelectorAll('th')];
  table.removeAttribute('data-steady');
  for (const head of heads) head.style.width = '';
  const whole = table.getBoundingClientRect().width;
  // Too wide for its panel, which scrolls then.
  if (whole > room + 1) return;
  const natural = heads.map((head) => head.getBoundingClientRect().width);
  heads.forEach((head, index) => (head.style.width = `${(100 * (natural[index] ?? 0)) / whole}%`));
  table.setAttribute('data-steady', '');
}
