import { escapeHtml } from '../content/html.js';
import { layOut, pathOf } from './state-layout.js';

/** A transition from one status to another, with its actions. The build fails if the domain does not allow one there. */
export interface DiagramEdge<Status, Action> {
  readonly from: Status;
  readonly to: Status;
  /** None if time or another record causes it. */
  readonly actions?: readonly Action[];
  readonly label: string;
}

export interface StateDiagram<Status extends string, Action> {
  /** The record, such as `an invoice`. */
  readonly of: string;
  /** Every status of the domain, in the order in which they are drawn. */
  readonly states: readonly Status[];
  /** The first status, which no arrow needs to reach. */
  readonly first: Status;
  readonly edges: readonly DiagramEdge<Status, Action>[];
  /** The actions of the domain. Each is drawn, or in `notDrawn`. */
  readonly actions?: readonly Action[];
  /** Actions that keep the status, or whose arrow would hide the usual ones. */
  readonly notDrawn?: readonly Action[];
  readonly allows?: (action: Action, status: Status) => boolean;
  /** The statuses that an action can lead to. */
  readonly leadsTo?: (action: Action, from: Status) => readonly Status[];
}

/** The differences between the diagram and the domain. */
function differences<Status extends string, Action extends string>(diagram: StateDiagram<Status, Action>): string[] {
  const { first, states, edges, actions = [], notDrawn = [], allows = () => true, leadsTo } = diagram;
  const drawn = new Set(edges.flatMap((edge) => edge.actions ?? []));
  const reached = new Set(edges.map(({ to }) => to));
  return [
    ...edges.flatMap(({ from, to, actions: taken = [] }) =>
      taken
        .filter((action) => !allows(action, from) || leadsTo?.(action, from).includes(to) === false)
        .map((action) => `draws ${action} from ${from} to ${to}, which the domain does not allow`),
    ),
    ...actions
      .filter((action) => drawn.has(action) === notDrawn.includes(action))
      .map((action) => `must either draw ${action} or list it in notDrawn`),
    ...states
      .filter((status) => status !== first && !reached.has(status))
      .map((status) => `draws no arrow to ${status}`),
  ];
}

/** The transitions between states as an inline drawing, followed by the same as a table. Colours come from the stylesheet. */
export function drawStates<Status extends string, Action extends string>(
  diagram: StateDiagram<Status, Action>,
): string {
  const { of, states, edges } = diagram;
  const wrong = differences(diagram);
  if (wrong.length > 0) throw new Error(`The diagram of ${of} ${wrong.join('; it ')}.`);
  const { width, height, places, edges: laid } = layOut(states, edges);
  const id = of.replace(/\W+/g, '-');
  const lines = laid.map(({ points }) => `<path class="edge" marker-end="url(#${id}-arrow)" d="${pathOf(points)}"/>`);
  const labels = laid.map(({ label }, index) =>
    label ? textAt('label', label.x, label.y + 4, edges[index]?.label ?? '') : '',
  );
  const boxes = [...places].map(([status, { x, y, width: wide, height: high }]) => {
    const corner = `x="${Math.round(x - wide / 2)}" y="${Math.round(y - high / 2)}"`;
    return `<rect ${corner} width="${wide}" height="${high}" rx="10"/>${textAt('state', x, y + 5, status)}`;
  });
  const drawing = `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-text"><title id="${id}-title">States of ${of}</title><desc id="${id}-text">The table below lists the same transitions.</desc><defs><marker id="${id}-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>${lines.join('')}${boxes.join('')}${labels.join('')}</svg>`;
  const figure = `<figure class="diagram" role="group" aria-label="Diagram: states of ${of}" tabindex="0">${drawing}</figure>`;
  return `${figure}\n<details>\n<summary>Transitions of ${of} as a table</summary>\n\n${transitions(edges)}\n\n</details>`;
}

const textAt = (name: string, x: number, y: number, text: string): string =>
  `<text class="${name}" x="${Math.round(x)}" y="${Math.round(y)}">${escapeHtml(text)}</text>`;

/** The transitions as a Markdown table, which is the form of a diagram for programs. */
export function transitions(edges: readonly DiagramEdge<string, string>[]): string {
  const rows = edges.map(({ from, to, label }) => `| ${from} | ${to} | ${label} |`);
  return ['| From | To | When |', '| --- | --- | --- |', ...rows].join('\n');
}
